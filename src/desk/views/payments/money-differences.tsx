import { deskPaths, type MoneyRepair } from '#desk/desk-paths.ts'
import { Action, Field } from '#desk/ui/form-parts.tsx'
import { Panel } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { DIFFERENCES } from '#domain/money/money-difference.ts'
import type { Difference, MoneyReport } from '#server/payments/payments.views.ts'

type Days = { from: string; to: string }
type MoneyDifferencesProps = { report: MoneyReport; days: Days; mayRepair: boolean }

const SHOWN = 100

export function MoneyDifferences({ report, days, mayRepair }: MoneyDifferencesProps) {
  const open = report.differences.filter(({ explanation }) => !explanation)
  const explained = report.differences.filter(({ explanation }) => explanation)
  return (
    <Panel title="Differences" id="differences">
      {open.length === 0 && <p className="all-good">Every payment and refund matches.</p>}
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
      {open.length > SHOWN && <p className="hint mt-3">And {open.length - SHOWN} more. Choose a shorter period.</p>}
      {explained.length > 0 && (
        <details className="mt-4">
          <summary className="underlined text-small">Explained ({explained.length})</summary>
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

/** The repair for each kind, besides explaining it. */
const REPAIRS: Record<Difference['kind'], { repair: MoneyRepair; label: string; confirm: string } | undefined> = {
  unsettled: {
    repair: 'settle',
    label: 'Match it to the order',
    confirm: 'Match this payment to its order? If the order can’t take it anymore, the money is refunded.',
  },
  'money-without-order': {
    repair: 'give-back',
    label: 'Refund it',
    confirm: 'Refund this payment? This can’t be undone.',
  },
  'order-without-money': {
    repair: 'close',
    label: 'Close the order',
    confirm: 'Close this order as unpaid? Its inventory and discount code become available again.',
  },
  amount: undefined,
  'refund-at-provider': {
    repair: 'record-refund',
    label: 'Record it on the order',
    confirm: 'Record this refund on its order? The customer gets an email about it.',
  },
  'refund-in-shop': {
    repair: 'resend-refund',
    label: 'Send it again',
    confirm: 'Send this refund again? Square won’t refund it twice.',
  },
}

const TOO_MUCH = {
  repair: 'give-back',
  label: 'Refund the extra',
  confirm: 'Refund the amount above the order total? This can’t be undone.',
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
        <When at={at} /> · shop {shopCents === undefined ? 'nothing' : formatCents(shopCents)} · Square{' '}
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
            <summary className="button button-quiet">Explain</summary>
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
