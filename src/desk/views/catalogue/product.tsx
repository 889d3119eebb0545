import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, FormProblem, ExpectedVersion } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Panel } from '#desk/ui/screen.tsx'
import { STOCK_FIELDS } from '#domain/catalogue/offer-fields.ts'
import { DRAFT_FIELDS, PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { offeredSizes } from '#domain/catalogue/sizes.ts'
import { STOCK_UNITS } from '#domain/catalogue/stock.ts'
import { counted } from '#domain/time/display.ts'
import type { ProductToEdit } from '#server/catalogue/catalogue.views.ts'
import { CatalogueHead } from './catalogue-head.tsx'
import type { GlossaryEntry } from './ingredient-choice.tsx'
import { PriceForm } from './price-form.tsx'
import { type PictureRow, ProductPictures } from './product-pictures.tsx'
import { SaleChecklist } from './sale-checklist.tsx'
import { SalePriceForm } from './sale-price-form.tsx'
import { TextForm } from './text-form.tsx'
import { TickChoice } from './tick-choice.tsx'

export type ProductForms = {
  texts: FormState
  pricing: FormState
  salePrice: FormState
  stock: FormState
  pictures: FormState
  upload: FormState
  collections: FormState
}

type ProductProps = {
  product: ProductToEdit
  forms: ProductForms
  glossary: readonly GlossaryEntry[]
  categories: readonly string[]
  /** Those in the form, in its order. */
  pictures: readonly PictureRow[]
  /** Putting it on sale was just refused. */
  isRefused: boolean
  mayEdit: boolean
  mayPrice: boolean
}

/** A product in parts, each with its own save button. */
export function Product(props: ProductProps) {
  const { product, forms, glossary, categories, pictures, isRefused, mayEdit, mayPrice } = props
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
      />
      <SectionNav missing={isActive ? 0 : product.checklist.filter(({ isDone }) => !isDone).length} />
      <div className="product-columns">
        <div className="grid content-start gap-5">
          <ProductPictures
            id={id}
            form={forms.pictures}
            uploadForm={forms.upload}
            pictures={pictures}
            uploads={product.uploads}
            pricing={product.pricing.value}
            mayEdit={mayEdit}
          />
          <Panel title="Prices" id="prices">
            <PriceForm id={id} form={forms.pricing} scheduled={product.scheduled} mayPrice={mayPrice} />
          </Panel>
          <Panel title="Sale price" id="sale-price">
            <SalePriceForm product={product} form={forms.salePrice} mayPrice={mayPrice} />
          </Panel>
          <Panel title="Inventory" id="inventory">
            <StockForm product={product} form={forms.stock} mayEdit={mayEdit} />
          </Panel>
          <Panel title="Texts" id="texts">
            <TextForm
              id={id}
              form={forms.texts}
              fields={isActive ? PRODUCT_FIELDS : DRAFT_FIELDS}
              glossary={glossary}
              categories={categories}
              mayEdit={mayEdit}
            />
          </Panel>
        </div>
        <div className="grid content-start gap-5">
          <SaleChecklist
            id={id}
            name={texts.value.name}
            checklist={product.checklist}
            isActive={isActive}
            isRefused={isRefused}
            mayPrice={mayPrice}
          />
          <Panel title="Collections" id="collections">
            <CollectionsForm product={product} form={forms.collections} mayEdit={mayEdit} />
          </Panel>
        </div>
      </div>
    </>
  )
}

const SECTIONS = [
  ['pictures-title', 'Pictures'],
  ['prices', 'Prices'],
  ['sale-price', 'Sale price'],
  ['inventory', 'Inventory'],
  ['texts', 'Texts'],
  ['ingredients', 'Ingredients'],
  ['collections', 'Collections'],
] as const

function SectionNav({ missing }: { missing: number }) {
  return (
    <>
      <nav className="section-nav" aria-label="Sections">
        {SECTIONS.map(([id, label]) => (
          <a key={id} href={`#${id}`}>
            {label}
          </a>
        ))}
      </nav>
      {missing > 0 && (
        <p className="missing-note">
          {counted(missing, 'thing')} {missing === 1 ? 'is' : 'are'} missing before it can go on sale.{' '}
          <a className="underlined" href="#ready">
            See the list
          </a>
        </p>
      )}
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
        <p className="hint">Leave blank to sell without tracking inventory.</p>
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
