import { useRef } from 'react'
import type { CartItem } from '#domain/cart/cart.ts'
import { formatCents } from '#domain/money/cents.ts'
import type { OrderTotals } from '#domain/money/pricing.ts'
import { counted } from '#domain/time/display.ts'
import { CartChanges } from '#web/cart/cart-changes.tsx'
import { useCart } from '#web/cart/cart-context.ts'
import { lineName, QuantityStepper } from '#web/cart/quantity-stepper.tsx'
import { useFocusAfterRemoval } from '#web/cart/use-focus-after-removal.ts'
import { Thumbnail } from '#web/pictures/picture.tsx'
import { Marks } from '#web/profile/marks.tsx'
import { Icon } from '#web/ui/icon.tsx'

export type OrderSummaryProps = {
  totals: OrderTotals
  stateIsKnown: boolean
  isLocked: boolean
  /** On a phone it's a line that expands; the total stays in view. */
  isFolded: boolean
}

export function OrderSummary({ totals, stateIsKnown, isLocked, isFolded }: OrderSummaryProps) {
  const { cart, count } = useCart()
  const list = useRef<HTMLUListElement>(null)
  useFocusAfterRemoval(cart.items, list)
  const content = (
    <>
      <CartChanges />
      <ul ref={list}>
        {cart.items.map((item) => (
          <SummaryLine item={item} isLocked={isLocked} key={item.id} />
        ))}
      </ul>
      <Totals totals={totals} stateIsKnown={stateIsKnown} />
    </>
  )
  if (!isFolded) {
    return (
      <section className="bg-bone" aria-labelledby="summary-title">
        <div className="sticky top-17 px-8 py-6">
          <h3 className="mb-4" id="summary-title">
            Order summary
          </h3>
          {content}
        </div>
      </section>
    )
  }
  return (
    <details className="group border-b border-line bg-bone">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-gutter">
        <span className="flex items-center gap-2">
          Order summary
          <Icon name="chevron" className="size-4 transition-transform group-open:rotate-180" />
          <span className="text-small text-soft">{counted(count, 'item')}</span>
        </span>
        <b className="font-medium tabular-nums">{formatCents(totals.totalCents)}</b>
      </summary>
      <div className="px-gutter pb-5">{content}</div>
    </details>
  )
}

function SummaryLine({ item, isLocked }: { item: CartItem; isLocked: boolean }) {
  const { dispatch } = useCart()
  return (
    <li className="grid grid-cols-[64px_1fr_auto] gap-4 border-t border-line py-4">
      <Thumbnail className="h-20" address={item.image} />
      <div>
        <p className="display text-[1.2rem]">{item.name}</p>
        <p className="text-small text-soft">
          {item.size && `${item.size} · `}
          {formatCents(item.price)}
        </p>
        {item.marks && <Marks {...item.marks} />}
        <QuantityStepper item={item} isDisabled={isLocked} />
      </div>
      <div className="flex flex-col items-end justify-between">
        <p className="font-medium tabular-nums">{formatCents(item.price * item.quantity)}</p>
        <button
          className="underlined text-small text-soft disabled:opacity-40"
          type="button"
          disabled={isLocked}
          onClick={() => dispatch({ type: 'remove', id: item.id })}
        >
          Remove<span className="sr-only"> {lineName(item)}</span>
        </button>
      </div>
    </li>
  )
}

function Totals({ totals, stateIsKnown }: Pick<OrderSummaryProps, 'totals' | 'stateIsKnown'>) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1.5 border-t border-line pt-4 text-soft tabular-nums [&>dd]:text-right">
      <dt>Subtotal</dt>
      <dd>{formatCents(totals.subtotalCents)}</dd>
      {totals.discountCents > 0 && (
        <>
          <dt>Discount</dt>
          <dd>{formatCents(-totals.discountCents)}</dd>
        </>
      )}
      <dt>Shipping</dt>
      <dd>{totals.shippingCents === 0 ? 'Free' : formatCents(totals.shippingCents)}</dd>
      <dt>Sales tax</dt>
      <dd>{stateIsKnown ? formatCents(totals.taxCents) : 'Calculated from your state'}</dd>
      <dt className="display mt-2 text-[1.6rem] text-ink">Total</dt>
      <dd className="mt-2 text-[1.3rem] font-medium text-ink" data-testid="checkout-total">
        {formatCents(totals.totalCents)}
      </dd>
    </dl>
  )
}
