import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, EditText, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Empty, Panel } from '#desk/ui/screen.tsx'
import { counted } from '#domain/time/display.ts'
import type { ImportPlan } from '#server/catalogue/catalogue.views.ts'
import { CatalogueHead } from './catalogue-head.tsx'

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
        lead="Prices, bottles and texts of many products at once. You see what a file would change before it does."
      >
        <a className="button button-quiet" href={deskPaths.exportProducts()}>
          Export as it is now
        </a>
      </CatalogueHead>
      {plan && <Plan plan={plan} csv={form.values.csv ?? ''} />}
      {mayImport ? (
        <ImportForm form={form} columns={columns} isFirst={plan === undefined} />
      ) : (
        <div className="mt-6">
          <Empty>An owner can import. You can export the catalogue as it is now.</Empty>
        </div>
      )}
    </>
  )
}

type ImportFormProps = Pick<ProductImportProps, 'form' | 'columns'> & { isFirst: boolean }

function ImportForm({ form, columns, isFirst }: ImportFormProps) {
  return (
    <form
      method="post"
      action={deskPaths.importProducts()}
      encType="multipart/form-data"
      className="panel edit-form mt-6 max-w-3xl"
    >
      <h2>{isFirst ? 'A file' : 'Another file'}</h2>
      <FormProblem form={form} />
      <EditField form={form} name="file" label="CSV file" type="file" accept=".csv,text/csv" hint="Up to 1 MB." />
      <EditText form={form} name="csv" label="Or paste it here" rows={5} maxLength={1_000_000} isCopy={false} />
      <details>
        <summary className="underlined">Columns</summary>
        <p className="hint mt-2">
          <code>id</code> says which product a line is about. Of the others take as many as you like; what is left out
          stays as it is: {columns.filter((column) => column !== 'id').join(', ')}. Prices are dollars such as 12.50.
          Benefits stand one on each line of their cell. No stock means that nobody counts. Collections are named by
          their addresses, separated by semicolons.
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

function Plan({ plan: { lines, problems, version }, csv }: { plan: ImportPlan; csv: string }) {
  const changing = lines.filter(({ changes }) => changes.length > 0)
  return (
    <div className="panels">
      {problems.length > 0 && <Problems problems={problems} />}
      {problems.length === 0 && changing.length === 0 && <Empty>Everything in this file is so already.</Empty>}
      {changing.length > 0 && (
        <Panel title={`Would change ${counted(changing.length, 'product')}`}>
          <Changes lines={changing} />
          {problems.length === 0 && (
            <form method="post" action={deskPaths.applyImport()} className="mt-4">
              <input type="hidden" name="csv" value={csv} />
              <input type="hidden" name="expectedVersion" value={version} />
              <button type="submit" className="button">
                Change {counted(changing.length, 'product')}
              </button>
            </form>
          )}
        </Panel>
      )}
    </div>
  )
}

function Problems({ problems }: Pick<ImportPlan, 'problems'>) {
  return (
    <Panel title={`${counted(problems.length, 'problem')}: nothing can be imported`}>
      <ul className="lines">
        {problems.map(({ line, column, problem }) => (
          <li key={`${line} ${column} ${problem}`}>
            <span>
              <b className="font-medium">
                Line {line}
                {column && `, ${column}`}:
              </b>{' '}
              {problem}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Changes({ lines }: Pick<ImportPlan, 'lines'>) {
  return (
    <ol className="plan">
      {lines.map(({ line, name, changes }) => (
        <li key={line}>
          <h3>
            <span className="hint">Line {line}</span> {name}
          </h3>
          <ul>
            {changes.map(({ column, before, after }) => (
              <li key={column}>
                <span className="hint">{column}</span> <del>{before || 'nothing'}</del> <ins>{after || 'nothing'}</ins>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
