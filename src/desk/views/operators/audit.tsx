import { deskPaths } from '#desk/desk-paths.ts'
import { Action, Field } from '#desk/ui/form-parts.tsx'
import { Pager } from '#desk/ui/pager.tsx'
import { Empty, ScreenHead } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { ACTIVITY_KINDS } from '#domain/operators/activity.ts'
import { counted, shopDay } from '#domain/time/display.ts'
import { dayInYear } from '#domain/time/time-ago.ts'
import type { AuditSearch, NamedAuditLine } from '#server/platform/audit/audit.views.ts'
import { type Activity, activityOf, type Change } from './activity-line.ts'

type AuditProps = {
  /** The name under which the visitor is in the log. */
  me: string
  search: AuditSearch
  /** Everyone in the log; `actor` is the name there. */
  people: readonly { actor: string; name: string }[]
  mayExport: boolean
  /** The entries whose change can be taken back. */
  restorable: ReadonlySet<number>
  lines: readonly NamedAuditLine[]
  first: string | undefined
  next: string | undefined
}

export function Audit({ me, search, people, mayExport, restorable, lines, first, next }: AuditProps) {
  const days = Map.groupBy(lines, ({ at }) => shopDay(at))
  return (
    <>
      <ScreenHead
        title="Activity log"
        lead="Every change, who made it, and when. No one can edit it, not even the owner."
      >
        {mayExport && (
          <a className="button button-quiet" href={deskPaths.auditCsv(search)}>
            CSV
          </a>
        )}
      </ScreenHead>
      <Filters me={me} search={search} people={people} />
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

function Filters({ me, search, people }: Pick<AuditProps, 'me' | 'search' | 'people'>) {
  const actor = search.actor.toLowerCase()
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
      <div className="field-group">
        <label htmlFor="actor">Person</label>
        <select id="actor" name="actor" className="field" defaultValue={actor}>
          <option value="">Everyone</option>
          {people.map((person) => (
            <option key={person.actor} value={person.actor}>
              {person.actor === me.toLowerCase() ? `${person.name} (you)` : person.name}
            </option>
          ))}
          {actor !== '' && !people.some((person) => person.actor === actor) && <option>{actor}</option>}
        </select>
      </div>
      {search.subject && <Field name="subject" label="Item (ID)" defaultValue={search.subject} autoComplete="off" />}
      <Field name="from" label="From" type="date" defaultValue={search.from} />
      <Field name="to" label="To" type="date" defaultValue={search.to} />
      <Field
        name="words"
        label="Search"
        defaultValue={search.words}
        autoComplete="off"
        placeholder="Order, product, code"
        maxLength={100}
      />
      <button type="submit" className="button button-quiet self-end">
        Show
      </button>
    </form>
  )
}

/** There is one of each, so its sentence doesn't name it. */
const OPENED: ReadonlySet<string> = new Set(['setting', 'featured', 'needs'])

type EntryProps = { me: string; line: NamedAuditLine; isRestorable: boolean }

function Entry({ me, line, isRestorable }: EntryProps) {
  const { at, actor, actorName, subjectKind, subjectId } = line
  const activity = activityOf(line)
  const { before, after, thing, href, changes } = activity
  return (
    <li>
      <When at={at} />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <a className="activity-actor" href={deskPaths.audit({ actor })}>
            {actor === me ? 'You' : actorName}
          </a>{' '}
          {before}
          {after !== undefined && (
            <>
              {' '}
              <Thing {...activity} /> {after}
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
      <span className="activity-links thumb-links">
        {isRestorable && <TakeBack line={line} thing={thing} />}
        {after === undefined && href !== undefined && OPENED.has(subjectKind) && (
          <a className="underlined" href={href}>
            Open<span className="sr-only"> {thing}</span>
          </a>
        )}
        <a className="underlined" href={deskPaths.audit({ subject: subjectId })}>
          History<span className="sr-only"> of {thing}</span>
        </a>
      </span>
    </li>
  )
}

/** A step of an order is undone while nothing came after it; anything else is put back as it was, over later changes. */
function TakeBack({ line: { id, subjectKind, subjectId }, thing }: { line: NamedAuditLine; thing: string }) {
  const back = deskPaths.audit({ subject: subjectId })
  if (subjectKind === 'order') return <Action action={deskPaths.restore(id)} fields={{ back }} label="Undo" />
  return (
    <Action
      action={deskPaths.restore(id)}
      fields={{ anyway: 'yes', back }}
      label="Restore"
      confirm={`Restore ${thing} to how it was before this change? Later changes to it are undone, too. They stay in this log.`}
    />
  )
}

function Thing({ thing, href }: Activity) {
  if (href === undefined) return <>{thing}</>
  return (
    <a className="underlined" href={href}>
      {thing}
    </a>
  )
}

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
