import { Fragment, type ReactNode } from 'react'
import { deskPaths } from '#desk/desk-paths.ts'
import { type Column, DataTable } from '#desk/ui/data-table.tsx'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { Action, Field } from '#desk/ui/form-parts.tsx'
import { Pager } from '#desk/ui/pager.tsx'
import { Empty, ScreenHead } from '#desk/ui/screen.tsx'
import { labeledFields } from '#domain/business/describe-settings.ts'
import { COLLECTION_FIELDS } from '#domain/catalogue/collection-fields.ts'
import type { FieldSet } from '#domain/catalogue/fields.ts'
import { INGREDIENT_FIELDS } from '#domain/catalogue/ingredient-fields.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import type { AuditSearch, AuditLine } from '#server/platform/audit/audit.views.ts'

type AuditProps = {
  search: AuditSearch
  /** Actions that an owner can restore from here. */
  restorable: ReadonlySet<string>
  lines: readonly AuditLine[]
  first: string | undefined
  next: string | undefined
}

/** Fields with their labels from the forms. */
const LABELS: Readonly<Record<string, FieldSet>> = {
  product: PRODUCT_FIELDS,
  ingredient: INGREDIENT_FIELDS,
  collection: COLLECTION_FIELDS,
}

const COLUMNS: Column<AuditLine>[] = [
  { head: 'When', cell: ({ at }) => <time dateTime={at.toISOString()}>{shortDateTime(at)}</time> },
  { head: 'Who', cell: ({ actor }) => <a href={deskPaths.audit({ actor })}>{jointed(actor)}</a> },
  { head: 'What', cell: ({ action }) => <a href={deskPaths.audit({ action })}>{jointed(action)}</a> },
  {
    head: 'About',
    cell: ({ subjectKind, subjectId }) => (
      <a href={deskPaths.audit({ subject: subjectId })} title={subjectId}>
        {subjectKind} {subjectId.length > 12 ? `${subjectId.slice(0, 8)}…` : subjectId}
      </a>
    ),
  },
  { head: 'Before', cell: (line) => <Value value={line.before} other={line.after} line={line} /> },
  { head: 'After', cell: (line) => <Value value={line.after} other={line.before} line={line} /> },
]

export function Audit({ search, restorable, lines, first, next }: AuditProps) {
  const columns = restorable.size > 0 ? [...COLUMNS, restoreColumn(restorable)] : COLUMNS
  return (
    <>
      <ScreenHead title="Audit log" lead="Every change, by whom and when. No one can edit it, not even an owner." />
      <form method="get" action={deskPaths.audit()} className="filters">
        <Field name="actor" label="Who" defaultValue={search.actor} autoComplete="off" placeholder="E-mail" />
        <Field
          name="action"
          label="What"
          defaultValue={search.action}
          autoComplete="off"
          placeholder="review.publish"
        />
        <Field name="subject" label="About (id)" defaultValue={search.subject} autoComplete="off" />
        <Field name="from" label="From" type="date" defaultValue={search.from} />
        <Field name="to" label="To" type="date" defaultValue={search.to} />
        <button type="submit" className="button button-quiet self-end">
          Search
        </button>
      </form>
      <div className="audit-log">
        {lines.length === 0 ? (
          <Empty>Nothing in the log fits.</Empty>
        ) : (
          <DataTable
            caption="Changes, the newest first"
            columns={columns}
            rows={lines}
            keyOf={({ id }) => String(id)}
          />
        )}
      </div>
      <Pager first={first} next={next} />
    </>
  )
}

function restoreColumn(restorable: ReadonlySet<string>): Column<AuditLine> {
  return {
    head: 'Put back',
    cell: ({ id, action, before, subjectKind, subjectId }) =>
      restorable.has(action) &&
      before !== null && (
        <Action
          action={deskPaths.restore(id)}
          fields={{ anyway: 'yes', back: deskPaths.audit({ subject: subjectId }) }}
          label="Restore"
          confirm={`Put ${subjectKind} ${subjectId} back to what stood before this entry? Later changes of the same kind are gone with it, but stay in this log.`}
        />
      ),
  }
}

/** Allows line breaks after dots and at signs: ‘review.’ and ‘publish’. */
function jointed(name: string): ReactNode {
  return name.split(/(?<=[.@])/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a name never move
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}

function Value({ value, other, line }: { value: unknown; other: unknown; line: AuditLine }) {
  if (value === null) return <span className="text-soft">–</span>
  const setting = line.subjectKind === 'setting' ? changedSetting(line.subjectId, value, other) : undefined
  if (setting) return <Pairs pairs={setting} />
  if (typeof value !== 'object') return <span>{plain(value)}</span>
  const names = LABELS[line.subjectKind]
  return <Pairs pairs={Object.entries(value).map(([name, part]) => [names?.[name]?.label ?? name, plain(part)])} />
}

function Pairs({ pairs }: { pairs: readonly (readonly [label: string, text: string])[] }) {
  return (
    <span className="values">
      {pairs.map(([label, text]) => (
        <span key={label}>
          <span className="text-soft">{label}</span> {text}
        </span>
      ))}
    </span>
  )
}

/** Only what differs, in the words of the form. */
function changedSetting(key: string, value: unknown, other: unknown): [string, string][] | undefined {
  const others = new Map(labeledFields(key, other))
  return labeledFields(key, value)?.flatMap(([label, text]) =>
    others.get(label) === text ? [] : [[label, text || 'empty']],
  )
}

function plain(value: unknown): string {
  if (value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
