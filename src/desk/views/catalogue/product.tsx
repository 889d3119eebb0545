import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, FormProblem, ExpectedVersion } from '#desk/ui/edit-fields.tsx'
import { Action } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Panel } from '#desk/ui/screen.tsx'
import { STOCK_FIELDS } from '#domain/catalogue/offer-fields.ts'
import { offeredSizes } from '#domain/catalogue/sizes.ts'
import { STOCK_UNITS } from '#domain/catalogue/stock.ts'
import type { ProductToEdit } from '#server/catalogue/catalogue.views.ts'
import { CatalogueHead } from './catalogue-head.tsx'
import type { GlossaryEntry } from './ingredient-choice.tsx'
import { PriceForm } from './price-form.tsx'
import { SalePriceForm } from './sale-price-form.tsx'
import { TextForm } from './text-form.tsx'
import { TickChoice } from './tick-choice.tsx'

export type ProductForms = {
  texts: FormState
  pricing: FormState
  salePrice: FormState
  stock: FormState
  picture: FormState
  collections: FormState
}

type ProductProps = {
  product: ProductToEdit
  forms: ProductForms
  glossary: readonly GlossaryEntry[]
  categories: readonly string[]
  imageSrc: string | undefined
  mayEdit: boolean
  mayPrice: boolean
}

/** A product in parts, each with its own save button. */
export function Product({ product, forms, glossary, categories, imageSrc, mayEdit, mayPrice }: ProductProps) {
  const { id, texts, isActive } = product
  return (
    <>
      <CatalogueHead
        place="Products"
        title={texts.value.name}
        lead={
          isActive ? (
            <a className="underlined" href={`/products/${id}`}>
              /products/{id}
            </a>
          ) : (
            'Not shown in the shop. Its page will be at /products/' + id
          )
        }
      >
        {mayPrice && (
          <Action
            action={deskPaths.productSale(id)}
            fields={{ isActive: isActive ? 'no' : 'yes' }}
            label={isActive ? 'Take off sale' : 'Put on sale'}
            kind={isActive ? 'button-quiet' : 'button'}
            confirm={
              isActive ? `Take ${texts.value.name} out of the shop? Its page is gone until you put it back.` : undefined
            }
          />
        )}
      </CatalogueHead>
      <div className="edit-columns">
        <div className="grid content-start gap-5">
          <Panel title="Prices">
            <PriceForm id={id} form={forms.pricing} scheduled={product.scheduled} mayPrice={mayPrice} />
          </Panel>
          <Panel title="Sale price">
            <SalePriceForm product={product} form={forms.salePrice} mayPrice={mayPrice} />
          </Panel>
          <Panel title="Bottles on the shelf">
            <StockForm product={product} form={forms.stock} mayEdit={mayEdit} />
          </Panel>
          <Panel title="Collections">
            <CollectionsForm product={product} form={forms.collections} mayEdit={mayEdit} />
          </Panel>
          <Panel title="Picture">
            <PictureForm product={product} form={forms.picture} imageSrc={imageSrc} mayEdit={mayEdit} />
          </Panel>
        </div>
        <Panel title="Texts">
          <TextForm id={id} form={forms.texts} glossary={glossary} categories={categories} mayEdit={mayEdit} />
        </Panel>
      </div>
    </>
  )
}

function StockForm({ product, form, mayEdit }: { product: ProductToEdit; form: FormState; mayEdit: boolean }) {
  const sizes = offeredSizes(product.pricing.value)
  const sold = new Set<string>(sizes.length > 0 ? sizes : ['single'])
  const fields = STOCK_UNITS.map((place) => ({ ...STOCK_FIELDS[place], isSold: sold.has(place) }))
  // A size that is not on sale keeps its count; otherwise it would come back untracked.
  const shown = fields.filter(({ name, isSold }) => isSold || form.values[name] || form.theirs[name])
  return (
    <form method="post" action={deskPaths.productStock(product.id)}>
      <fieldset disabled={!mayEdit} className="edit-form">
        <FormProblem form={form} />
        <ExpectedVersion form={form} />
        <div className="trio">
          {shown.map(({ name, label, isSold }) => (
            <EditField
              key={name}
              form={form}
              name={name}
              label={isSold ? label : `${label}, not sold now`}
              inputMode="numeric"
              autoComplete="off"
            />
          ))}
        </div>
        <p className="hint">Empty means that nobody counts: it can always be bought.</p>
        {mayEdit && (
          <p className="save-bar">
            <button type="submit" className="button">
              Save count
            </button>
          </p>
        )}
      </fieldset>
    </form>
  )
}

function CollectionsForm({ product, form, mayEdit }: { product: ProductToEdit; form: FormState; mayEdit: boolean }) {
  const options = Object.fromEntries(product.allCollections.map(({ slug, name }) => [slug, name]))
  return (
    <form method="post" action={deskPaths.productCollections(product.id)}>
      <fieldset disabled={!mayEdit} className="edit-form">
        <FormProblem form={form} />
        <ExpectedVersion form={form} />
        <TickChoice
          form={form}
          name="collection"
          label="Shown in"
          hint="Without one it’s on Shop All only. A product comes last in a new collection."
          options={options}
        />
        {mayEdit && (
          <p className="save-bar">
            <button type="submit" className="button">
              Save collections
            </button>
          </p>
        )}
      </fieldset>
    </form>
  )
}

type PictureFormProps = {
  product: ProductToEdit
  form: FormState
  imageSrc: string | undefined
  mayEdit: boolean
}

function PictureForm({ product: { id, picture, texts }, form, imageSrc, mayEdit }: PictureFormProps) {
  return (
    <>
      {imageSrc ? (
        <img className="picture-now" src={imageSrc} alt={picture?.alt ?? `${texts.value.name}, as rendered`} />
      ) : (
        <p className="empty">There is no picture yet.</p>
      )}
      {mayEdit && (
        <form
          method="post"
          action={deskPaths.productPicture(id)}
          encType="multipart/form-data"
          className="edit-form mt-4"
        >
          <FormProblem form={form} />
          <EditField
            form={form}
            name="picture"
            label="Another picture"
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            required
            hint="JPEG, PNG, WebP or AVIF, up to 10 MB. Upright, 4 to 5, shows best."
            data-shrink
          />
          <EditField
            form={form}
            name="alt"
            label="What it shows"
            required
            maxLength={300}
            autoComplete="off"
            hint="Read aloud to people who do not see it."
            isCopy
          />
          <p className="save-bar">
            <button type="submit" className="button">
              Upload
            </button>
          </p>
        </form>
      )}
      {mayEdit && picture && (
        <div className="mt-3">
          <Action action={deskPaths.removePicture(id)} label="Remove this picture" kind="button-plain" />
        </div>
      )}
    </>
  )
}
