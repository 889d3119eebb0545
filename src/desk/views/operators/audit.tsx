import { deskPaths } from '#desk/desk-paths.ts'
import { Action, Field } from '#desk/ui/form-parts.tsx'
import { Pager } from '#desk/ui/pager.tsx'
import { Empty, ScreenHead } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { labeledFields } from '#domain/business/describe-settings.ts'
import { COLLECTION_FIELDS } from '#domain/catalogue/collection-fields.ts'
import type { FieldSet } from '#domain/catalogue/fields.ts'
import { INGREDIENT_FIELDS } from '#domain/catalogue/ingredient-fields.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { ACTIVITY_KINDS, activitySentence } from '#domain/operators/activity.ts'
import { loggedField, loggedText } from '#domain/operators/logged-field.ts'
import { counted, shopDay } from '#domain/time/display.ts'
import { dayInYear } from '#domain/time/time-ago.ts'
import type { AuditLine, AuditSearch, NamedAuditLine } from '#server/platform/audit/audit.views.ts'

type AuditProps = {
  /** The name under which the visitor is in the log. */
  me: string
  search: AuditSearch
  /** Actions that an owner can restore from here. */
  /** The entries whose change can be taken back. */
  restorable: ReadonlySet<number>
  lines: readonly NamedAuditLine[]
  first: string | undefined
  next: string | undefined
}

/** Fields with their labels from the forms. */
const LABELS: Readonly<Record<string, FieldSet>> = {
  product: PRODUCT_FIELDS,
  ingredient: INGREDIENT_FIELDS,
  collection: COLLECTION_FIELDS,
}

export function Audit({ me, search, restorable, lines, first, next }: AuditProps) {
  const days = Map.groupBy(lines, ({ at }) => shopDay(at))
  return (
    <>
      <ScreenHead
        title="Activity log"
        lead="Every change, who made it, and when. No one can edit it, not even the owner."
      />
      <Filters search={search} />
      {lines.length === 0 && (
        <div className="mt-6">
          <Empty>No matching activity.</Empty>
        </div>
      )}
      {[...days].map(([day, ofDay]) => (
        <section key={day} className="activity-day">
          <div className="activity-head">
            <h2>{dayInYear(day)}</h2>
            <span className="hint">{counted(ofDay.length, 'change')}</span>
          </div>
          <ul>
            {ofDay.map((line) => (
              <Entry key={line.id} me={me} line={line} isRestorable={restorable.has(line.id)} />
            ))}
          </ul>
        </section>
      ))}
      <Pager first={first} next={next} />
    </>
  )
}

function Filters({ search }: { search: AuditSearch }) {
  const isKnown = search.action === '' || ACTIVITY_KINDS.some(([start]) => start === search.action)
  return (
    <form method="get" action={deskPaths.audit()} className="filters">
      <div className="field-group">
        <label htmlFor="action">Thing</label>
        <select id="action" name="action" className="field" defaultValue={search.action}>
          <option value="">Everything</option>
          {ACTIVITY_KINDS.map(([start, label]) => (
            <option key={start} value={start}>
              {label}
            </option>
          ))}
          {!isKnown && <option value={search.action}>{search.action}</option>}
        </select>
      </div>
      <Field name="actor" label="Person" defaultValue={search.actor} autoComplete="off" placeholder="Email" />
      {search.subject && <Field name="subject" label="Item (ID)" defaultValue={search.subject} autoComplete="off" />}
      <Field name="from" label="From" type="date" defaultValue={search.from} />
      <Field name="to" label="To" type="date" defaultValue={search.to} />
      <button type="submit" className="button button-quiet self-end">
        Show
      </button>
    </form>
  )
}

type EntryProps = { me: string; line: NamedAuditLine; isRestorable: boolean }

function Entry({ me, line, isRestorable }: EntryProps) {
  const { at, actor, action, subjectKind, subjectId } = line
  const { before, after } = activitySentence(action)
  const changes = changesOf(line)
  return (
    <li>
      <When at={at} />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <a className="activity-actor" href={deskPaths.audit({ actor })}>
            {actor === me ? 'You' : actor}
          </a>{' '}
          {before}
          {after !== undefined && (
            <>
              {' '}
              <Thing line={line} /> {after}
            </>
          )}
        </p>
        {changes.length > 0 && (
          <ul className="changes">
            {changes.map((change) => (
              <Changed key={change.label} {...change} />
            ))}
          </ul>
        )}
      </div>
      <span className="activity-links">
        {isRestorable && <TakeBack line={line} />}
        <a className="underlined" href={deskPaths.audit({ subject: subjectId })}>
          History<span className="sr-only"> of {line.name ?? `${subjectKind} ${subjectId}`}</span>
        </a>
      </span>
    </li>
  )
}

/** A step of an order is undone while nothing came after it; anything else is put back as it was, over later changes. */
function TakeBack({ line: { id, subjectKind, subjectId, name } }: { line: NamedAuditLine }) {
  const back = deskPaths.audit({ subject: subjectId })
  if (subjectKind === 'order') return <Action action={deskPaths.restore(id)} fields={{ back }} label="Undo" />
  return (
    <Action
      action={deskPaths.restore(id)}
      fields={{ anyway: 'yes', back }}
      label="Restore"
      confirm={`Restore ${subjectKind} ${name ?? subjectId} to how it was before this change? Later changes to it are undone, too. They stay in this log.`}
    />
  )
}

/** The screens of things, by their id. */
const SCREENS: Readonly<Record<string, (id: string) => string>> = {
  order: (id) => deskPaths.order(id),
  product: deskPaths.product,
  code: deskPaths.code,
  collection: deskPaths.collection,
  ingredient: deskPaths.ingredient,
  page: deskPaths.texts,
  policy: deskPaths.policy,
  operator: () => deskPaths.team(),
}

function Thing({ line: { subjectKind, subjectId, name } }: { line: NamedAuditLine }) {
  const label = name ?? (subjectId.length > 24 ? `${subjectId.slice(0, 8)}…` : subjectId)
  const screen = SCREENS[subjectKind]
  return screen ? (
    <a className="underlined" href={screen(subjectId)}>
      {label}
    </a>
  ) : (
    <>{label}</>
  )
}

type Change = { label: string; was: string | undefined; is: string | undefined }

function Changed({ label, was, is }: Change) {
  return (
    <li>
      <span className="text-soft">{label}:</span>{' '}
      {was !== undefined && (
        <>
          <del>{was || 'empty'}</del> <span aria-hidden="true">→</span>{' '}
        </>
      )}
      {is === undefined ? <span className="text-soft">removed</span> : <ins>{is || 'empty'}</ins>}
    </li>
  )
}

/** What differs between before and after, by the labels of the forms. The state of an order is in its sentence. */
function changesOf(line: AuditLine): Change[] {
  const was = new Map(partsOf(line, line.before))
  const is = new Map(partsOf(line, line.after))
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((label) => was.get(label) !== is.get(label))
    .map((label) => ({ label, was: was.get(label), is: is.get(label) }))
}

function partsOf({ subjectKind, subjectId }: AuditLine, value: unknown): (readonly [label: string, text: string])[] {
  if (value === null) return []
  const setting = subjectKind === 'setting' ? labeledFields(subjectId, value) : undefined
  if (setting) return setting
  if (typeof value !== 'object') return [['Value', loggedText(value)]]
  const labels = LABELS[subjectKind]
  return Object.entries(value)
    .filter(([name]) => !(subjectKind === 'order' && name === 'state'))
    .map(([name, part]) => {
      const label = labels?.[name]?.label
      return label === undefined ? loggedField(name, part) : [label, loggedText(part)]
    })
}
