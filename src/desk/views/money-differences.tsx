import { deskPaths, type MoneyRepair } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { Action, Field } from '#desk/ui/form-parts.tsx'
import { Panel } from '#desk/ui/screen.tsx'
import { DIFFERENCES } from '#domain/money-difference.ts'
import { formatCents } from '#domain/money.ts'
import type { Difference, MoneyReport } from '#server/services/money-check.ts'

type Days = { from: string; to: string }
type MoneyDifferencesProps = { report: MoneyReport; days: Days; mayRepair: boolean }

const SHOWN = 100

export function MoneyDifferences({ report, days, mayRepair }: MoneyDifferencesProps) {
  const open = report.differences.filter(({ explanation }) => !explanation)
  const explained = report.differences.filter(({ explanation }) => explanation)
  return (
    <Panel title="Differences" id="differences">
      {open.length === 0 && <p className="all-good">Every payment and every refund has its counterpart.</p>}
      <ul className="differences">
        {open.slice(0, SHOWN).map((difference) => (
          <DifferenceLine
            key={difference.kind + difference.subject}
            difference={difference}
            days={days}
            mayRepair={mayRepair}
          />
        ))}
      </ul>
      {open.length > SHOWN && <p className="hint mt-3">And {open.length - SHOWN} more; choose fewer days.</p>}
      {explained.length > 0 && (
        <details className="mt-4">
          <summary className="underlined text-small">Explained before ({explained.length})</summary>
          <ul className="differences">
            {explained.map((difference) => (
              <DifferenceLine
                key={difference.kind + difference.subject}
                difference={difference}
                days={days}
                mayRepair={false}
              />
            ))}
          </ul>
        </details>
      )}
    </Panel>
  )
}

/** What can be done about each, besides explaining it. */
const REPAIRS: Record<Difference['kind'], { repair: MoneyRepair; label: string; confirm: string } | undefined> = {
  unsettled: {
    repair: 'settle',
    label: 'Bring it to the order',
    confirm: 'Bring this payment to its order? If the order cannot take it any more, the money goes back.',
  },
  'money-without-order': {
    repair: 'give-back',
    label: 'Refund it',
    confirm: 'Refund this payment? It cannot be taken back.',
  },
  'order-without-money': {
    repair: 'close',
    label: 'Close the order',
    confirm: 'Close this order as not paid? Its bottles and its code are free again.',
  },
  amount: undefined,
  'refund-at-provider': {
    repair: 'record-refund',
    label: 'Write it into the order',
    confirm: 'Write this refund into its order? The buyer gets a mail about it.',
  },
  'refund-in-shop': {
    repair: 'resend-refund',
    label: 'Send it again',
    confirm: 'Send this refund again, under its old key?',
  },
}

const TOO_MUCH = {
  repair: 'give-back',
  label: 'Refund what is too much',
  confirm: 'Refund what the payment is above the order? It cannot be taken back.',
} as const

function repairOf({ kind, shopCents = 0, providerCents = 0 }: Difference) {
  return kind === 'amount' && providerCents > shopCents ? TOO_MUCH : REPAIRS[kind]
}

type DifferenceLineProps = { difference: Difference; days: Days; mayRepair: boolean }

function DifferenceLine({ difference, days, mayRepair }: DifferenceLineProps) {
  const { kind, subject, order, shopCents, providerCents, at, detail, explanation } = difference
  const fields = { kind, subject, ...days }
  const repair = repairOf(difference)
  return (
    <li>
      <p>
        <strong>{DIFFERENCES[kind]}</strong>{' '}
        {order && (
          <a className="underlined" href={deskPaths.order(order.id)}>
            {order.number}
          </a>
        )}
      </p>
      <p className="hint break-words">
        {shortDateTime(at)} · shop {shopCents === undefined ? 'nothing' : formatCents(shopCents)} · provider{' '}
        {providerCents === undefined ? 'nothing' : formatCents(providerCents)} · {subject}
      </p>
      <p className="text-small">{detail}</p>
      {explanation && (
        <p className="reply text-small">
          {explanation.note} <span className="hint">({explanation.actor})</span>
        </p>
      )}
      {mayRepair && (
        <div className="decide">
          {repair && (
            <Action
              action={deskPaths.moneyRepair(repair.repair)}
              fields={fields}
              label={repair.label}
              confirm={repair.confirm}
            />
          )}
          <details>
            <summary className="button button-quiet">Explain it</summary>
            <form method="post" action={deskPaths.moneyRepair('explain')} className="sheet grid gap-3">
              {Object.entries(fields).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <Field
                name="note"
                id={`note-${kind}-${subject}`}
                label="What happened"
                maxLength={500}
                required
                autoComplete="off"
              />
              <button type="submit" className="button">
                Mark as explained
              </button>
            </form>
          </details>
        </div>
      )}
    </li>
  )
}
