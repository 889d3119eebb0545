import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, EditTick, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Field } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { KeptFields } from '#desk/ui/kept-fields.tsx'
import { BackLink, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { MAX_QUANTITY } from '#domain/cart/cart.ts'
import { formatCents } from '#domain/money/cents.ts'
import type { RemovalPlan } from '#domain/money/item-removal.ts'
import { splitAmountCents } from '#domain/money/line-refund.ts'
import type { ShippingRate } from '#domain/money/rates.ts'
import { itemsToShip } from '#domain/orders/items-to-ship.ts'
import { isPacked } from '#domain/orders/order-questions.ts'
import type { Offer, OrderDetail, OrderLine } from '#server/orders/orders.views.ts'
import { ConfirmButtons } from './confirm-buttons.tsx'
import { OfferSelect } from './offer-select.tsx'
import { quantityField } from './order-refund.tsx'
import { type TotalRow, Totals } from './totals.tsx'

type EditItemsProps = {
  detail: OrderDetail
  form: FormState
  /** Given if removing items can cost the order its free shipping. */
  shippingRate: ShippingRate | undefined
  /** What can be added; undefined if nothing can. */
  offers: readonly Offer[] | undefined
}

/** How many products can be added at once. */
export const ADDED_ROWS = 3
/** How much further a quantity can be raised; more of an item can be added like another product. */
const MORE = 10

export function sizeField(position: number): string {
  return `size-${position}`
}

export function addedProductField(row: number): string {
  return `product-${row}`
}

export function addedCountField(row: number): string {
  return `count-${row}`
}

/** The items of an order that hasn't shipped; the next screen shows the totals of a change. */
export function EditItems({ detail, form, shippingRate, offers }: EditItemsProps) {
  const { order, lines, balance } = detail
  const open = balance.requests.find(({ standing }) => standing === 'open')
  return (
    <>
      <ItemsHead
        detail={detail}
        lead={
          offers
            ? 'Change quantities and sizes, or add a product. You’ll see what it comes to before anything changes.'
            : 'Lower a quantity, or set it to 0 to remove the item. You’ll see what goes back to the customer before anything changes.'
        }
      />
      {open && (
        <p className="flash">
          The customer was asked for {formatCents(open.amountCents)}. If you change the items, that request is
          withdrawn.
        </p>
      )}
      <form method="post" action={deskPaths.orderAction(order.id, 'items')} className="panels refund-items">
        <FormProblem form={form} />
        <KeptFields form={form} names={['formKey', 'refundedBefore', 'expectedVersion']} />
        <Panel title="Items">
          <ul className="lines">
            {itemsToShip(lines).map((line) => (
              <LineFields key={line.position} line={line} form={form} offers={offers} />
            ))}
          </ul>
          <p className="hint">
            To remove everything, cancel the order. {!offers && 'To add items, unpack the order first.'}
          </p>
        </Panel>
        {offers && <AddedProducts form={form} offers={offers} />}
        <Panel title="Details">
          <div className="edit-form">
            <EditTick
              form={form}
              name="restocks"
              label="Put removed items back in stock"
              hint={`Once Square has made the refund. Untick it for what is broken or missing.${offers ? ' Exchanged items always go back in stock.' : ''}`}
            />
            {shippingRate && (
              <EditTick
                form={form}
                name="chargesShipping"
                label={`Charge ${formatCents(shippingRate.flatCents)} shipping if less than ${formatCents(shippingRate.freeFromCents)} is left`}
                hint="It’s taken off the refund. Otherwise the order still ships free."
              />
            )}
            <EditField
              form={form}
              name="reason"
              label="Reason (optional)"
              hint="Only your team sees it."
              maxLength={150}
              autoComplete="off"
            />
          </div>
        </Panel>
        <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button type="submit" className="button">
            Review changes
          </button>
          <a className="underlined text-small" href={deskPaths.order(order.id)}>
            Back without changes
          </a>
        </p>
      </form>
    </>
  )
}

type LineFieldsProps = { line: OrderLine; form: FormState; offers: readonly Offer[] | undefined }

function LineFields({ line, form, offers }: LineFieldsProps) {
  const { position, productId, name, size, priceCents, quantity } = line
  const most = offers ? Math.min(quantity + MORE, MAX_QUANTITY) : quantity
  const sizes = offers?.filter((offer) => offer.productId === productId && offer.size !== null) ?? []
  const field = quantityField(position)
  const error = form.errors[field]
  return (
    <li>
      <span className="min-w-0">
        {name} {size && <span className="hint">{size}</span>}
        <span className="hint block">
          {quantity} × {formatCents(priceCents)}
        </span>
        {error && (
          <span id={`${field}-error`} className="field-error block">
            {error}
          </span>
        )}
        {size !== null && sizes.some((offer) => offer.size !== size) && (
          <LineSize line={line} form={form} sizes={sizes} />
        )}
      </span>
      <select
        id={field}
        name={field}
        className="field"
        aria-label={`Quantity of ${[name, size].filter(Boolean).join(' ')}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${field}-error`}
        defaultValue={form.values[field] ?? String(quantity)}
      >
        {Array.from({ length: most + 1 }, (_, index) => (
          <option key={index} value={most - index}>
            {most - index}
          </option>
        ))}
      </select>
    </li>
  )
}

/** All of a line gets another size, at today's price. */
function LineSize({ line, form, sizes }: { line: OrderLine; form: FormState; sizes: readonly Offer[] }) {
  const { position, name, size } = line
  const field = sizeField(position)
  return (
    <select
      id={field}
      name={field}
      className="field line-size"
      aria-label={`Size of ${name} ${size}`}
      defaultValue={form.values[field] ?? size ?? ''}
    >
      <option value={size ?? ''}>{size}</option>
      {sizes
        .filter((offer) => offer.size !== size)
        .map((offer) => (
          <option key={offer.value} value={offer.size ?? ''}>
            Change to {offer.size}, {formatCents(offer.priceCents)}
          </option>
        ))}
    </select>
  )
}

function AddedProducts({ form, offers }: { form: FormState; offers: readonly Offer[] }) {
  return (
    <Panel title="Add products">
      <div className="grid gap-3">
        {Array.from({ length: ADDED_ROWS }, (_, row) => (
          <div key={row} className="item-line">
            <OfferSelect
              name={addedProductField(row)}
              label={`Product ${row + 1} (optional)`}
              offers={offers}
              value={form.values[addedProductField(row)] ?? ''}
            />
            <Field
              name={addedCountField(row)}
              label="Quantity"
              type="number"
              min={1}
              max={MAX_QUANTITY}
              inputMode="numeric"
              defaultValue={form.values[addedCountField(row)] || '1'}
            />
          </div>
        ))}
      </div>
      <p className="hint mt-3">At today’s prices. More of an item in the order costs what the customer paid for it.</p>
    </Panel>
  )
}

type ItemsReviewProps = {
  detail: OrderDetail
  form: FormState
  plan: RemovalPlan
  removed: readonly string[]
  restocks: boolean
}

/** The order's total without the items, before anything changes. */
export function ItemsReview({ detail, form, plan, removed, restocks }: ItemsReviewProps) {
  const { order } = detail
  const { amountCents, split, lostShippingCents } = plan
  const amount = formatCents(amountCents)
  const stock = restocks
    ? 'The removed items go back in stock once Square has made the refund.'
    : 'The removed items don’t go back in stock.'
  return (
    <>
      <ItemsHead detail={detail} lead={`${amount} goes back to the card. This can’t be undone.`} />
      <form method="post" action={deskPaths.orderAction(order.id, 'items')} className="panels refund-items">
        <KeptFields
          form={form}
          names={Object.keys(form.values).filter((name) => name !== 'amount' && name !== 'change')}
        />
        <input type="hidden" name="amount" value={amountCents} />
        <Panel title="To remove">
          <ul className="lines">
            {removed.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Panel>
        <Panel title="What it comes to">
          <Totals rows={rowsOf(plan)} sums={['New total', 'Refund']} />
          <p className="hint mt-3">
            {order.refundedCents > 0 && `Without the ${formatCents(order.refundedCents)} refunded before. `}
            {lostShippingCents > 0 &&
              (split.shippingCents < 0
                ? `The order no longer ships free: ${formatCents(lostShippingCents)} is taken off the refund. `
                : 'The order still ships free. ')}
            {stock} The customer gets an email with what was removed and what still ships.
            {isPacked(order.state) && ' It’s already packed: take the items out of the package.'}
          </p>
        </Panel>
        <ConfirmButtons confirm={`Remove and refund ${amount}`} />
      </form>
    </>
  )
}

function rowsOf({ kept, split, amountCents }: RemovalPlan): TotalRow[] {
  const hadDiscount = kept.discountCents + split.discountCents > 0
  return [
    ['Subtotal', kept.goodsCents],
    ...(hadDiscount ? [['Discount', -kept.discountCents] as const] : []),
    ['Shipping', kept.shippingCents],
    ['Sales tax', kept.taxCents],
    ['New total', splitAmountCents(kept)],
    ['Paid', splitAmountCents(kept) + amountCents],
    ['Refund', amountCents],
  ]
}

export function ItemsHead({ detail: { order }, lead }: { detail: OrderDetail; lead: string }) {
  return (
    <>
      <BackLink href={deskPaths.order(order.id)}>{order.number}</BackLink>
      <ScreenHead title="Edit items" lead={lead} />
    </>
  )
}
