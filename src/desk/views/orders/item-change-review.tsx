import { deskPaths } from '#desk/desk-paths.ts'
import { FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { KeptFields } from '#desk/ui/kept-fields.tsx'
import { Panel } from '#desk/ui/screen.tsx'
import { BALANCE_DAYS } from '#domain/money/balance-request.ts'
import { formatCents } from '#domain/money/cents.ts'
import { type RefundSplit, splitAmountCents } from '#domain/money/line-refund.ts'
import type { OrderDetail, PlannedChange } from '#server/orders/orders.views.ts'
import { ConfirmButtons } from './confirm-buttons.tsx'
import { ItemsHead } from './order-items.tsx'

type ItemChangeReviewProps = { detail: OrderDetail; form: FormState; change: PlannedChange }

/** The order's new total with items added or exchanged, before anything changes. */
export function ItemChangeReview({ detail, form, change }: ItemChangeReviewProps) {
  const { order } = detail
  const { plan, added, removed } = change
  const { lead, button, hint } = wordsOf(plan.amountCents)
  return (
    <>
      <ItemsHead detail={detail} lead={lead} />
      <form method="post" action={deskPaths.orderAction(order.id, 'items')} className="panels refund-items">
        <FormProblem form={form} />
        <KeptFields form={form} names={Object.keys(form.values).filter((name) => !OWN_FIELDS.has(name))} />
        <input type="hidden" name="difference" value={plan.amountCents} />
        <Panel title="To add">
          <ItemNames items={added} />
        </Panel>
        {removed.length > 0 && (
          <Panel title="To take out">
            <ItemNames items={removed} />
          </Panel>
        )}
        <Panel title="What it comes to">
          <Sums plan={plan} />
          <p className="hint mt-3">
            {order.refundedCents > 0 && `Without the ${formatCents(order.refundedCents)} refunded before. `}
            {plan.split.shippingCents < 0 && 'With these items the order ships free, so its shipping is taken off. '}
            {plan.split.shippingCents > 0 && 'The order no longer ships free. '}
            {removed.length > 0 && 'What is taken out goes back in stock. '}
            {hint}
          </p>
        </Panel>
        <ConfirmButtons confirm={button} />
      </form>
    </>
  )
}

const OWN_FIELDS: ReadonlySet<string> = new Set(['amount', 'difference', 'change'])

function wordsOf(amountCents: number): { lead: string; button: string; hint: string } {
  const amount = formatCents(Math.abs(amountCents))
  if (amountCents > 0)
    return {
      lead: `${amount} more than the customer has paid. The order changes once they’ve paid it.`,
      button: `Ask the customer for ${amount}`,
      hint: `The customer gets an email with a link, and can pay for ${BALANCE_DAYS} days. Until then the bottles are reserved. If they don’t pay, or you pack the order first, it stays as it is.`,
    }
  return {
    lead: amountCents < 0 ? `${amount} goes back to the card. This can’t be undone.` : 'It costs the same as before.',
    button: amountCents < 0 ? `Change and refund ${amount}` : 'Change items',
    hint: 'The order changes at once, and the customer gets an email with what ships.',
  }
}

function ItemNames({ items }: { items: PlannedChange['added'] }) {
  return (
    <ul className="lines">
      {items.map(({ name, size, quantity, priceCents }) => (
        <li key={`${name} ${size} ${priceCents}`}>
          <span>
            <span className="item-count">{quantity} ×</span> {name} {size && <span className="hint">{size}</span>}
          </span>
          <span className="tabular-nums">{formatCents(quantity * priceCents)}</span>
        </li>
      ))}
    </ul>
  )
}

function Sums({ plan: { before, after, amountCents } }: { plan: PlannedChange['plan'] }) {
  const rows: [label: string, cents: (part: RefundSplit) => number][] = [
    ['Subtotal', ({ goodsCents }) => goodsCents],
    ...(before.discountCents !== 0 || after.discountCents !== 0
      ? [['Discount', ({ discountCents }: RefundSplit) => 0 - discountCents] as [string, (part: RefundSplit) => number]]
      : []),
    ['Shipping', ({ shippingCents }) => shippingCents],
    ['Sales tax', ({ taxCents }) => taxCents],
    ['Total', splitAmountCents],
  ]
  return (
    <table className="change-sums">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Part</span>
          </th>
          <th scope="col">Now</th>
          <th scope="col">Changed</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, cents]) => (
          <tr key={label} className={label === 'Total' ? 'change-sums-total' : undefined}>
            <th scope="row">{label}</th>
            <td>{formatCents(cents(before))}</td>
            <td>{formatCents(cents(after))}</td>
          </tr>
        ))}
        <tr className="change-sums-total">
          <th scope="row">{amountCents < 0 ? 'Refund' : 'To pay'}</th>
          <td colSpan={2}>{formatCents(Math.abs(amountCents))}</td>
        </tr>
      </tbody>
    </table>
  )
}
