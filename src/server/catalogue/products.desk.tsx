import { z } from 'zod'
import { parseForm } from '#contract/form.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, freshForm } from '#desk/ui/form-state.ts'
import { NewProduct } from '#desk/views/catalogue/new-product.tsx'
import { Products } from '#desk/views/catalogue/products.tsx'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import type { ProductDetail } from '#domain/catalogue/product.ts'
import { isAtLeast } from '#domain/operators/roles.ts'
import { afterEdit, LONG_FORM, nothingThere, readEditForm, slugIn, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { versionToken } from '#server/platform/audit/editable.ts'
import { typedLine } from '#server/platform/http/form-fields.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import { pictureUrl } from '#web/pictures/picture-addresses.ts'
import type { IngredientEditor } from './ingredient-editor.service.ts'
import type { ProductEditor } from './product-editor.service.ts'
import { collectionTicks, draftTextsForm, productForms, textsForm } from './product-form.ts'
import { productPictureRoutes, type ProductPictureDeps } from './product-picture.desk.ts'
import { productPriceRoutes, type ProductPriceDeps } from './product-price.desk.ts'
import { createProductScreen } from './product-screen.tsx'
import { salePriceRoutes } from './sale-price.desk.ts'

const THUMBNAIL_WIDTH = 160
const { max: MAX_NAME_LENGTH } = PRODUCT_FIELDS.name
const NAME_ALONE = z.object({
  name: typedLine
    .refine((name) => name !== '', 'Give it a name.')
    .refine(({ length }) => length <= MAX_NAME_LENGTH, `This is longer than ${MAX_NAME_LENGTH} characters.`),
})

/** Renders the page of a product with unsaved changes. */
export type RenderDraft = (product: ProductDetail) => Promise<string>

type ProductDeps = {
  products: ProductEditor
  ingredients: IngredientEditor
  renderDraft: RenderDraft
  securityHeaders: SecurityHeaders
  shopSettings: { current: () => { inventory: { lowAt: number } } }
} & ProductPictureDeps &
  ProductPriceDeps

export function productRoutes(deps: ProductDeps): DeskRoute[] {
  const { products, renderDraft, securityHeaders, shopSettings } = deps
  const renderProduct = createProductScreen(deps)

  function renderNew(visit: OperatorVisit, form = freshForm({}, ''), status: 200 | 422 = 200): Response {
    return visit.page({ title: 'New product', section: 'catalogue', body: <NewProduct form={form} />, status })
  }

  /** A product on sale needs texts that a draft doesn't. */
  const formOf = async (id: string) => ((await products.isOnSale(id)) ? textsForm : draftTextsForm)

  return [
    {
      method: 'GET',
      path: '/catalogue',
      role: 'read-only',
      async handle(visit) {
        const [all, scheduled] = await Promise.all([products.list(), products.listScheduled()])
        const shown = all.map((product) => ({ ...product, imageSrc: pictureUrl(product.picture, THUMBNAIL_WIDTH) }))
        const mayCreate = isAtLeast(visit.operator.role, 'owner')
        const { lowAt } = shopSettings.current().inventory
        const body = (
          <Products
            products={shown}
            scheduled={scheduled}
            mayCreate={mayCreate}
            lowAt={lowAt}
            isLowOnly={visit.query('stock') === 'low'}
          />
        )
        return visit.page({ title: 'Products', section: 'catalogue', body })
      },
    },
    { method: 'GET', path: '/catalogue/new', role: 'owner', handle: (visit) => renderNew(visit) },
    {
      method: 'POST',
      path: '/catalogue/new',
      role: 'owner',
      async handle(visit) {
        const fields = await readEditForm(visit)
        const read = parseForm(NAME_ALONE, fields)
        if (!read.ok) return renderNew(visit, refusedForm(fields, read.errors), 422)
        const result = await products.create(read.value.name, visit.actor)
        if (!result.ok) return renderNew(visit, refusedForm(fields, { name: result.message }), 422)
        const text = 'Created as a draft. The list below says what it needs to go on sale.'
        return visit.go(deskPaths.product(result.id), { kind: 'done', text })
      },
    },
    {
      method: 'GET',
      path: '/catalogue/products/:slug',
      role: 'read-only',
      handle: (visit) => renderProduct(visit, slugIn(visit)),
    },
    {
      method: 'POST',
      path: '/catalogue/products/:slug/texts',
      role: 'staff',
      maxFormBytes: LONG_FORM,
      async handle(visit) {
        const id = slugIn(visit)
        const fields = await readEditForm(visit)
        const read = (await formOf(id)).read(fields)
        if (!read.ok) return renderProduct(visit, id, { texts: refusedForm(fields, read.errors) }, 422)
        const result = await products.saveTexts(id, read.value, fields.expectedVersion ?? '', visit.actor)
        if (result.ok) return afterEdit(visit, result, deskPaths.product(id), 'Product saved.')
        if (result.code === 'not_found') throw nothingThere()
        if (result.code === 'refused')
          return renderProduct(visit, id, { texts: refusedForm(fields, { form: result.message }) }, 422)
        const texts = conflictingForm(
          textsForm.toFields(read.value),
          textsForm.toFields(result.current),
          versionToken(result.current),
        )
        return renderProduct(visit, id, { texts }, 409)
      },
    },
    {
      method: 'POST',
      path: '/catalogue/products/:slug/preview',
      role: 'staff',
      maxFormBytes: LONG_FORM,
      async handle(visit) {
        const id = slugIn(visit)
        const fields = await readEditForm(visit)
        const read = (await formOf(id)).read(fields)
        if (!read.ok) return renderProduct(visit, id, { texts: refusedForm(fields, read.errors) }, 422)
        const draft = await products.draft(id, read.value)
        if (!draft) throw nothingThere()
        return visit.c.html(await renderDraft(draft), 200, securityHeaders.forDesk)
      },
    },
    {
      method: 'POST',
      path: '/catalogue/products/:slug/stock',
      role: 'staff',
      async handle(visit) {
        const id = slugIn(visit)
        const fields = await readEditForm(visit)
        const read = productForms.stock.read(fields)
        if (!read.ok) return renderProduct(visit, id, { stock: refusedForm(fields, read.errors) }, 422)
        const result = await products.saveStock(id, read.value, fields.expectedVersion ?? '', visit.actor)
        if (result.ok) return afterEdit(visit, result, deskPaths.product(id), 'Inventory updated.')
        if (result.code !== 'changed') throw nothingThere()
        const stock = conflictingForm(
          productForms.stock.toFields(read.value),
          productForms.stock.toFields(result.current),
          versionToken(result.current),
        )
        return renderProduct(visit, id, { stock }, 409)
      },
    },
    {
      method: 'POST',
      path: '/catalogue/products/:slug/collections',
      role: 'staff',
      async handle(visit) {
        const id = slugIn(visit)
        const fields = await readEditForm(visit)
        const slugs = collectionTicks.read(fields)
        const result = await products.saveCollections(id, slugs, fields.expectedVersion ?? '', visit.actor)
        if (result.ok) return afterEdit(visit, result, deskPaths.product(id), 'Collections saved.')
        if (result.code === 'not_found') throw nothingThere()
        if (result.code === 'refused')
          return renderProduct(visit, id, { collections: refusedForm(fields, { form: result.message }) }, 422)
        const collections = conflictingForm(
          collectionTicks.toFields(slugs),
          collectionTicks.toFields(result.current),
          versionToken(result.current),
        )
        return renderProduct(visit, id, { collections }, 409)
      },
    },
    {
      method: 'POST',
      path: '/catalogue/products/:slug/sale',
      role: 'owner',
      async handle(visit) {
        const id = slugIn(visit)
        const isActive = (await visit.form()).get('isActive') === 'yes'
        const result = await products.putOnSale(id, isActive, visit.actor)
        if (!result.ok && result.code === 'refused') return renderProduct(visit, id, { isRefused: true }, 422)
        if (!result.ok) throw nothingThere()
        const text = isActive ? 'The product is in the shop now.' : 'The product is no longer in the shop.'
        return afterEdit(visit, result, deskPaths.product(id), text)
      },
    },
    ...productPriceRoutes(deps),
    ...salePriceRoutes(deps),
    ...productPictureRoutes(deps),
  ]
}
