import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { CatalogueHead } from './catalogue-head.tsx'

/** A product starts with its name; everything else is done on its own screen, at leisure. */
export function NewProduct({ form }: { form: FormState }) {
  return (
    <>
      <CatalogueHead
        place="Products"
        title="New product"
        lead="Start with its name. You’ll add the rest next, and shoppers don’t see it until you put it on sale."
      />
      <form method="post" action={deskPaths.newProduct()} className="panel edit-form mt-6 max-w-xl">
        <FormProblem form={form} />
        <EditField
          form={form}
          name="name"
          label="Name"
          required
          maxLength={PRODUCT_FIELDS.name.max}
          autoComplete="off"
          hint="Its address is made from the name and stays when you rename it."
          isCopy
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
