import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, EditTick, FormProblem } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { KeptFields } from '#desk/ui/kept-fields.tsx'
import { BackLink, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { formatCents } from '#domain/money/cents.ts'
import type { RefundSplit } from '#domain/money/line-refund.ts'
import { hasAny } from '#domain/orders/item-counts.ts'
import type { OrderDetail, OrderLine } from '#server/orders/orders.views.ts'
import { ConfirmButtons } from './confirm-buttons.tsx'
import { rowUnlessZero, type TotalRow, Totals } from './totals.tsx'

export type RefundItemsProps = {
  detail: OrderDetail
  form: FormState
  /** Shipping that was not refunded yet. */
  shippingCents: number
}

/** The name of a line's quantity in the form. */
export function quantityField(position: number): string {
  return `quantity-${position}`
}

/** The line whose quantity has that name. */
export function positionIn(field: string): number | undefined {
  const position = /^quantity-(\d{1,4})$/.exec(field)?.[1]
  return position === undefined ? undefined : Number(position)
}

/** Choosing what to refund; the amount comes next. */
export function RefundItems({ detail, form, shippingCents }: RefundItemsProps) {
  const { order, lines, restCents } = detail
  return (
    <>
      <RefundHead detail={detail} lead={`Up to ${formatCents(restCents)}. You’ll see the amount before it’s sent.`} />
      <form method="post" action={deskPaths.orderAction(order.id, 'refund-items')} className="panels refund-items">
        <FormProblem form={form} />
        <KeptFields form={form} names={['formKey', 'refundedBefore', ...(form.values.returnId ? ['returnId'] : [])]} />
        <Panel title="Items">
          <ul className="lines">
            {lines.map((line) => (
              <LineChoice key={line.position} line={line} form={form} />
            ))}
          </ul>
          {shippingCents > 0 && (
            <EditTick form={form} name="withShipping" label={`Refund shipping, ${formatCents(shippingCents)}`} />
          )}
        </Panel>
        <Panel title="Details">
          <div className="edit-form">
            <Restocks detail={detail} form={form} />
            <EditField form={form} name="reason" label="Reason" maxLength={150} required autoComplete="off" />
          </div>
        </Panel>
        <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button type="submit" className="button">
            Review refund
          </button>
          <a className="underlined text-small" href={deskPaths.order(order.id)}>
            Back without refunding
          </a>
        </p>
      </form>
    </>
  )
}

/** Only items that never left: shipped items go back in stock through a return. */
function Restocks({ detail, form }: { detail: OrderDetail; form: FormState }) {
  if (form.values.returnId) return <p className="hint">Stock was updated when you received the return.</p>
  if (!hasAny(detail.counts.open))
    return <p className="hint">These items have shipped. To put them back in stock, record a return.</p>
  return (
    <EditTick
      form={form}
      name="restocks"
      label="Put these items back in stock"
      hint={
        hasAny(detail.counts.shipped)
          ? 'Only what hasn’t shipped, once Square has made the refund. For the rest, record a return.'
          : 'Once Square has made the refund. Untick it for what is broken.'
      }
    />
  )
}

function LineChoice({ line, form }: { line: OrderLine; form: FormState }) {
  const { position, name, size, priceCents, quantity, refunded } = line
  const field = quantityField(position)
  const error = form.errors[field]
  return (
    <li>
      <span className="min-w-0">
        {name} {size && <span className="hint">{size}</span>}
        <span className="hint block">
          {quantity} × {formatCents(priceCents)}
          {refunded > 0 && ` · ${refunded} refunded`}
        </span>
        {error && (
          <span id={`${field}-error`} className="field-error block">
            {error}
          </span>
        )}
      </span>
      {refunded < quantity && (
        <select
          id={field}
          name={field}
          className="field"
          aria-label={`Quantity of ${[name, size].filter(Boolean).join(' ')} to refund`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${field}-error`}
          defaultValue={form.values[field] ?? '0'}
        >
          {Array.from({ length: quantity - refunded + 1 }, (_, count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
      )}
    </li>
  )
}

export type RefundReviewProps = {
  detail: OrderDetail
  form: FormState
  split: RefundSplit
  amountCents: number
  /** What the customer sees as refunded. */
  items: readonly string[]
  restocks: boolean
}

/** The amount and its parts, before anything is sent. */
export function RefundReview({ detail, form, split, amountCents, items, restocks }: RefundReviewProps) {
  const { order, restCents } = detail
  const rows: TotalRow[] = [
    ...rowUnlessZero('Items', split.goodsCents),
    ...rowUnlessZero('Discount', -split.discountCents),
    ...rowUnlessZero('Shipping', split.shippingCents),
    ...rowUnlessZero('Sales tax', split.taxCents),
    ['Refund', amountCents],
  ]
  const stock = restocks
    ? 'The items go back in stock once Square has made the refund.'
    : form.values.returnId
      ? 'Stock was updated when you received the return.'
      : 'The items don’t go back in stock.'
  return (
    <>
      <RefundHead detail={detail} lead={`${formatCents(amountCents)} goes back to the card. This can’t be undone.`} />
      <form method="post" action={deskPaths.orderAction(order.id, 'refund-items')} className="panels refund-items">
        <FormProblem form={form} />
        <KeptFields
          form={form}
          names={Object.keys(form.values).filter((name) => name !== 'amount' && name !== 'change')}
        />
        <input type="hidden" name="amount" value={amountCents} />
        <Panel title="This refund">
          <ul className="lines">
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          <Totals rows={rows} sums={['Refund']} />
          <p className="hint mt-3">
            {items.some((item) => item !== 'Shipping') && `${stock} `}
            {amountCents === restCents
              ? 'This is the rest of the payment, so the order is closed as refunded.'
              : `${formatCents(restCents - amountCents)} of the payment is left.`}{' '}
            The customer gets an email that names what was refunded.
          </p>
        </Panel>
        <ConfirmButtons confirm={`Refund ${formatCents(amountCents)}`} />
      </form>
    </>
  )
}

function RefundHead({ detail: { order }, lead }: { detail: OrderDetail; lead: string }) {
  return (
    <>
      <BackLink href={deskPaths.order(order.id)}>{order.number}</BackLink>
      <ScreenHead title="Refund items" lead={lead} />
    </>
  )
}
