import { deskPaths } from '#desk/desk-paths.ts'
import { FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { CatalogueHead } from './catalogue-head.tsx'
import { DescribedFields } from './described-fields.tsx'
import type { GlossaryEntry } from './ingredient-choice.tsx'
import { PriceFields } from './price-form.tsx'
import { TickChoice } from './tick-choice.tsx'

type NewProductProps = {
  form: FormState
  glossary: readonly GlossaryEntry[]
  categories: readonly string[]
  collections: readonly { slug: string; name: string }[]
}

export function NewProduct({ form, glossary, categories, collections }: NewProductProps) {
  return (
    <>
      <CatalogueHead
        place="Products"
        title="New product"
        lead="Its address is made from the name. Nobody sees it until you put it on sale."
      />
      <form method="post" action={deskPaths.newProduct()} className="panel edit-form mt-6 max-w-3xl">
        <FormProblem form={form} />
        <PriceFields form={form} />
        <TickChoice
          form={form}
          name="collection"
          label="Collections"
          hint={undefined}
          options={Object.fromEntries(collections.map(({ slug, name }) => [slug, name]))}
        />
        <DescribedFields
          form={form}
          fields={PRODUCT_FIELDS}
          glossary={glossary}
          suggestions={{ category: categories }}
        />
        <p className="save-bar">
          <button type="submit" className="button">
            Create product
          </button>
        </p>
      </form>
    </>
  )
}
