import { deskPaths } from '#desk/desk-paths.ts'
import { BackLink, ScreenHead } from '#desk/ui/screen.tsx'
import type { UnmatchedLine } from '#domain/orders/tracking-list.ts'
import { CARRIERS, readTracking, typoNote } from '#domain/orders/tracking-number.ts'
import { counted } from '#domain/time/display.ts'
import type { TrackingEntry } from '#server/orders/orders.views.ts'

export type PastedTracking = { matched: number; unmatched: readonly UnmatchedLine[] }

type TrackingProps = {
  entries: readonly TrackingEntry[]
  /** Selected orders that can no longer be shipped. */
  leftOut: number
  list: string
  pasted: string
  match?: PastedTracking | undefined
  problem?: string | undefined
}

const SHOWN_UNMATCHED = 20

/** Tracking numbers of all selected orders: typed, scanned or pasted. Nothing is sent until they are marked as shipped. */
export function Tracking(props: TrackingProps) {
  const { entries, leftOut, list, problem } = props
  const numbered = entries.filter(({ number }) => number !== '').length
  return (
    <>
      <BackLink href={deskPaths.orders({ list })}>Orders</BackLink>
      <ScreenHead
        title="Add tracking"
        lead={`${counted(entries.length, 'order')} selected. Paste numbers or scan labels in the order below; each goes to the next package.${leftOut > 0 ? ` ${counted(leftOut, 'order')} left out: can no longer be shipped.` : ''}`}
      />
      <form method="post" action={deskPaths.tracking()} className="tracking-screen" data-tracking>
        {/* Enter in a field, without a script, presses the first button: it must not be the one that sends emails. */}
        <button type="submit" formAction={deskPaths.matchTracking()} hidden>
          Check
        </button>
        <input type="hidden" name="list" value={list} />
        <div className="panel">
          {problem && (
            <p className="flash flash-problem" role="alert">
              {problem}
            </p>
          )}
          {/* Shown by the script if the browser reads barcodes. */}
          <button type="button" className="button button-quiet mb-3" data-scan hidden>
            Scan with the camera
          </button>
          <TrackingTable entries={entries} />
          <p className="hint mt-3">The carrier is read from the number; pick it by hand if it’s wrong.</p>
        </div>
        <PastePanel {...props} />
        <div className="tracking-bar">
          <p>
            <strong data-numbered>
              {numbered} of {entries.length}
            </strong>{' '}
            have a number. Customers get one email each.
          </p>
          <button type="submit" formAction={deskPaths.saveTracking()} className="button tracking-save">
            Save for later
          </button>
          <button type="submit" className="button tracking-send" data-send>
            Mark as shipped
          </button>
        </div>
      </form>
    </>
  )
}

function TrackingTable({ entries }: Pick<TrackingProps, 'entries'>) {
  return (
    <table className="tracking-table">
      <caption className="sr-only">Tracking numbers</caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Order</th>
          <th scope="col">Customer</th>
          <th scope="col">Carrier</th>
          <th scope="col">Tracking number</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          <TrackingRow key={entry.order.id} entry={entry} place={index + 1} />
        ))}
      </tbody>
    </table>
  )
}

function TrackingRow({ entry, place }: { entry: TrackingEntry; place: number }) {
  const { order, number, carrier, version, problem } = entry
  const read = readTracking(number)
  const carriers = [...CARRIERS, ...(carrier !== '' && !CARRIERS.some((name) => name === carrier) ? [carrier] : [])]
  const noteId = `note-${order.id}`
  return (
    <tr data-entry>
      <td className="tracking-place">{place}</td>
      <td className="tracking-order">
        <input type="hidden" name="id" value={order.id} />
        <input type="hidden" name={`saved-${order.id}`} value={version} />
        {order.number.slice(4)}
      </td>
      <td className="tracking-customer">
        {order.firstName} {order.lastName}
      </td>
      <td className="tracking-carrier">
        <select
          name={`carrier-${order.id}`}
          className="field"
          defaultValue={carrier}
          aria-label={`Carrier of ${order.number}`}
          autoComplete="off"
        >
          <option value="" data-read>
            {read?.carrier ?? '–'}
          </option>
          {carriers.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </td>
      <td className="tracking-number">
        <input
          name={`number-${order.id}`}
          className="field"
          defaultValue={number}
          placeholder="Scan or type"
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-label={`Tracking number of ${order.number}, ${order.firstName} ${order.lastName}`}
          aria-invalid={problem ? true : undefined}
          aria-describedby={noteId}
        />
        <p id={noteId} className="field-error" data-note>
          {problem ?? (read?.isTypo ? typoNote(read.carrier) : undefined)}
        </p>
      </td>
    </tr>
  )
}

function PastePanel({ entries, pasted, match }: TrackingProps) {
  return (
    <div className="tracking-paste">
      <section className="panel" aria-labelledby="paste">
        <h2 id="paste">Paste a list</h2>
        <div className="field-group">
          <label htmlFor="pasted">One number a line, or two columns from a spreadsheet</label>
          <textarea id="pasted" name="pasted" rows={5} className="field" defaultValue={pasted} maxLength={20_000} />
        </div>
        <button type="submit" formAction={deskPaths.matchTracking()} className="button button-quiet mt-3">
          Match
        </button>
      </section>
      {match && (
        <div className={match.matched > 0 ? 'all-good' : 'warning'} role="status">
          <p>
            {match.matched} of {entries.length} matched. Nothing is sent until you mark them as shipped.
          </p>
          {match.unmatched.length > 0 && (
            <>
              <p className="mt-2">Not matched:</p>
              <ul className="unmatched">
                {unmatchedLines(match).map((text) => (
                  <li key={text}>{text}</li>
                ))}
                {match.unmatched.length > SHOWN_UNMATCHED && <li>{match.unmatched.length - SHOWN_UNMATCHED} more</li>}
              </ul>
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** Each once, however often it was pasted. */
function unmatchedLines({ unmatched }: PastedTracking): string[] {
  const lines = unmatched.slice(0, SHOWN_UNMATCHED).map(({ line, why }) => `${line}: ${why}`)
  return [...new Set(lines)]
}
