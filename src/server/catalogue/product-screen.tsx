import { freshForm } from '#desk/ui/form-state.ts'
import { Product, type ProductForms } from '#desk/views/catalogue/product.tsx'
import { isUploaded } from '#domain/catalogue/product.ts'
import { isAtLeast } from '#domain/operators/roles.ts'
import { nothingThere } from '#server/desk/edit-response.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { pictureUrl } from '#web/pictures/picture-addresses.ts'
import type { IngredientEditor } from './ingredient-editor.service.ts'
import type { ProductEditor } from './product-editor.service.ts'
import { collectionTicks, productForms } from './product-form.ts'
import { pictureKey, productPictureForm } from './product-picture-form.ts'
import { salePriceForm } from './sale-price-form.ts'

const SHOWN_WIDTH = 240

export type ProductScreenDeps = { products: ProductEditor; ingredients: IngredientEditor }

/** The screen of one product, with the submitted values of the form that was just sent. */
export function createProductScreen({ products, ingredients }: ProductScreenDeps) {
  return async function render(
    visit: OperatorVisit,
    id: string,
    { isRefused = false, ...sent }: Partial<ProductForms> & { isRefused?: boolean } = {},
    status: 200 | 409 | 422 = 200,
  ): Promise<Response> {
    const [product, glossary, categories] = await Promise.all([
      products.find(id),
      ingredients.list(),
      products.listCategories(),
    ])
    if (!product) throw nothingThere()
    const { texts, pricing, salePrice, stock, collections, pictures } = product
    const forms: ProductForms = {
      texts: freshForm(productForms.texts.toFields(texts.value), texts.version),
      pricing: freshForm(productForms.pricing.toFields(pricing.value), pricing.version),
      salePrice: freshForm(salePriceForm.toFields(salePrice.value), salePrice.version),
      stock: freshForm(productForms.stock.toFields(stock.value), stock.version),
      pictures: freshForm(productPictureForm.toFields(pictures.value), pictures.version),
      upload: freshForm({}, ''),
      collections: freshForm(collectionTicks.toFields(collections.value), collections.version),
      ...sent,
    }
    const { role } = visit.operator
    const shown = await products.describePictures(productPictureForm.shown(forms.pictures.values))
    const body = (
      <Product
        product={product}
        forms={forms}
        glossary={glossary}
        categories={categories}
        pictures={shown.map(({ name, picture }) => ({
          key: pictureKey(name),
          ownAlt: picture.alt,
          isUploaded: isUploaded(name),
          imageSrc: pictureUrl(picture, SHOWN_WIDTH),
        }))}
        isRefused={isRefused}
        mayEdit={isAtLeast(role, 'staff')}
        mayPrice={isAtLeast(role, 'owner')}
      />
    )
    return visit.page({ title: texts.value.name, section: 'catalogue', body, status })
  }
}
