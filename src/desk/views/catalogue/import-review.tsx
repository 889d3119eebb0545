import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, EditTick, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { Empty, Panel } from '#desk/ui/screen.tsx'
import { FORMAT_NAMES, LEFT_OUT } from '#domain/catalogue/import-columns.ts'
import type { ImportRemark } from '#domain/catalogue/import-rows.ts'
import { counted } from '#domain/time/display.ts'
import type { ImportColumn, ImportPlan } from '#server/catalogue/catalogue.views.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportLines } from './import-lines.tsx'

/** What a file would do, with everything the owner may choose about it. */
export function ImportReview({ form, plan }: { form: FormState; plan: ImportPlan }) {
  const { lines, problems, leftOut, columns, format, version } = plan
  const creating = lines.filter(({ isNew }) => isNew)
  const changing = lines.filter(({ isNew, changes }) => !isNew && changes.length > 0)
  const isReady = problems.length === 0 && creating.length + changing.length > 0
  return (
    <form method="post" action={deskPaths.importProducts()} encType="multipart/form-data" className="panels">
      <FormProblem form={form} />
      <input type="hidden" name="csv" value={form.values.csv ?? ''} />
      <input type="hidden" name="expectedVersion" value={version} />
      {problems.length > 0 && (
        <Panel title={`${counted(problems.length, 'problem')}: nothing can be imported`}>
          <Remarks remarks={problems} />
        </Panel>
      )}
      {format && (
        <Panel title={FORMAT_NAMES[format]}>
          <ImportColumns columns={columns} isOpen={problems.length > 0 && lines.length === 0} />
          <Choices form={form} isFromElsewhere={format !== 'own'} />
          <p className="mt-4">
            <button type="submit" className="button button-quiet">
              Look again
            </button>
          </p>
        </Panel>
      )}
      {problems.length === 0 && creating.length + changing.length === 0 && (
        <Empty>{leftOut.length > 0 ? 'Nothing of this file fits.' : 'Nothing to change.'}</Empty>
      )}
      {creating.length > 0 && (
        <Panel title={`Would create ${counted(creating.length, 'product')}`}>
          <ImportLines lines={creating} />
        </Panel>
      )}
      {changing.length > 0 && (
        <Panel title={`Would change ${counted(changing.length, 'product')}`}>
          <ImportLines lines={changing} />
        </Panel>
      )}
      {lines.length > 0 && <LeftOut leftOut={leftOut} columns={columns} />}
      {isReady && (
        <p>
          <button type="submit" className="button" formAction={deskPaths.applyImport()} formEncType={URL_ENCODED}>
            {buttonText(creating.length, changing.length)}
          </button>
        </p>
      )}
    </form>
  )
}

const URL_ENCODED = 'application/x-www-form-urlencoded'

function buttonText(created: number, changed: number): string {
  if (created === 0) return `Change ${counted(changed, 'product')}`
  const creates = `Create ${counted(created, 'product')}`
  return changed === 0 ? creates : `${creates}, change ${changed}`
}

function Choices({ form, isFromElsewhere }: { form: FormState; isFromElsewhere: boolean }) {
  return (
    <div className="edit-form mt-5">
      {isFromElsewhere && (
        <EditField
          form={form}
          name="category"
          label="Category of new products that have none"
          maxLength={50}
          autoComplete="off"
        />
      )}
      <EditTick
        form={form}
        name="putOnSale"
        label="Put new products on sale"
        hint="Those that are on sale in the file. Otherwise they’re imported as drafts, which shoppers don’t see."
      />
      <EditTick
        form={form}
        name="leaveOut"
        label="Leave out what doesn’t fit"
        hint="And import the rest. What is left out is listed."
      />
    </div>
  )
}

function LeftOut({ leftOut, columns }: { leftOut: readonly ImportRemark[]; columns: readonly ImportColumn[] }) {
  const unused = columns.filter(({ target, filled }) => target === LEFT_OUT && filled > 0)
  if (unused.length + leftOut.length === 0) return null
  return (
    <Panel title="Would be left out">
      {leftOut.length > 0 && <Remarks remarks={leftOut} />}
      {unused.length > 0 && (
        <p className="mt-3">
          {counted(unused.length, 'column')}:{' '}
          <span className="text-soft wrap-anywhere">
            {unused.map(({ name, filled }) => `${name} (${counted(filled, 'line')})`).join(', ')}
          </span>
        </p>
      )}
    </Panel>
  )
}

function Remarks({ remarks }: { remarks: readonly ImportRemark[] }) {
  return (
    <ul className="lines">
      {remarks.map(({ line, column, problem }) => (
        <li key={`${line} ${column} ${problem}`}>
          <span className="min-w-0 wrap-anywhere">
            <b className="font-medium">
              Line {line}
              {column && `, ${column}`}:
            </b>{' '}
            {problem}
          </span>
        </li>
      ))}
    </ul>
  )
}
