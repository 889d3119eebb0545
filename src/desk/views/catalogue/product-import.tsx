import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, EditText, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Empty } from '#desk/ui/screen.tsx'
import type { ImportPlan } from '#server/catalogue/catalogue.views.ts'
import { CatalogueHead } from './catalogue-head.tsx'
import { ImportReview } from './import-review.tsx'

type ProductImportProps = {
  form: FormState
  columns: readonly string[]
  /** What the file would change. */
  plan: ImportPlan | undefined
  mayImport: boolean
}

export function ProductImport({ form, columns, plan, mayImport }: ProductImportProps) {
  return (
    <>
      <CatalogueHead
        place="Import"
        title="Import"
        lead="Many products at once, from here or from another shop. You see what a file would do before it does."
      >
        <a className="button button-quiet" href={deskPaths.exportProducts()}>
          Export as it is now
        </a>
      </CatalogueHead>
      {plan && <ImportReview form={form} plan={plan} />}
      {mayImport ? (
        <ImportForm form={form} columns={columns} isFirst={plan === undefined} />
      ) : (
        <div className="mt-6">
          <Empty>An owner can import. You can export the catalog as it is now.</Empty>
        </div>
      )}
    </>
  )
}

type ImportFormProps = Pick<ProductImportProps, 'form' | 'columns'> & { isFirst: boolean }

function ImportForm({ form, columns, isFirst }: ImportFormProps) {
  // A file under review is in the form above already.
  const pasteable = isFirst ? form : { ...form, values: { ...form.values, csv: '' } }
  return (
    <form
      method="post"
      action={deskPaths.importProducts()}
      encType="multipart/form-data"
      className="panel edit-form mt-6 max-w-3xl"
    >
      <h2>{isFirst ? 'A file' : 'Another file'}</h2>
      {isFirst && <FormProblem form={form} />}
      <EditField
        form={form}
        name="file"
        label="CSV file"
        type="file"
        accept=".csv,text/csv"
        hint="Our own export, or a product export of Shopify, WooCommerce or Square. Up to 1 MB."
      />
      <EditText form={pasteable} name="csv" label="Or paste it here" rows={5} maxLength={1_000_000} isCopy={false} />
      <details>
        <summary className="underlined">Columns of our own file</summary>
        <p className="hint mt-2">
          <code>id</code> says which product a line is about; a line about a product that isn’t there creates it. Of the
          others take as many as you like; what is left out stays as it is:{' '}
          {columns.filter((column) => column !== 'id').join(', ')}. Prices are dollars such as 12.50. Benefits stand one
          on each line of their cell. Leave stock blank to sell without tracking it. Collections and ingredients are
          named by their addresses, separated by semicolons; an asterisk marks a key ingredient.
        </p>
      </details>
      <p className="save-bar">
        <button type="submit" className="button">
          Show what would change
        </button>
      </p>
    </form>
  )
}
