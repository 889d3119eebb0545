import type { RefObject } from 'react'
import { Link } from 'react-router'
import type { CartItem } from '#domain/cart/cart.ts'
import { formatCents } from '#domain/money/cents.ts'
import { priceOrder } from '#domain/money/pricing.ts'
import { taxedStateNames } from '#domain/money/rates.ts'
import { rememberedCode } from '#web/checkout/remembered-code.ts'
import { ArrivalLine } from '#web/delivery/arrival-line.tsx'
import { paths } from '#web/paths.ts'
import { Thumbnail } from '#web/pictures/picture.tsx'
import { Marks } from '#web/profile/marks.tsx'
import { useRates } from '#web/ui/use-rates.ts'
import { useCart } from './cart-context.ts'
import { FreeShipping } from './free-shipping.tsx'
import { lineName, QuantityStepper } from './quantity-stepper.tsx'
import { ShareCartButton } from './share-cart-button.tsx'

export type CartContentsProps = { list: RefObject<HTMLUListElement | null> }

/** The drawer's contents when the cart isn't empty. In a separate file, because most visitors just look around. */
export function CartContents({ list }: CartContentsProps) {
  const { cart } = useCart()
  return (
    <>
      <div>
        <FreeShipping />
      </div>
      <div className="-mx-6 px-6 tall:min-h-36 tall:flex-1 tall:overflow-y-auto">
        <ul className="border-y border-line" ref={list}>
          {cart.items.map((item) => (
            <CartLine item={item} key={item.id} />
          ))}
        </ul>
        <ShareCartButton />
      </div>
      <CartTotals />
    </>
  )
}

function CartLine({ item }: { item: CartItem }) {
  const { dispatch } = useCart()
  return (
    <li className="grid grid-cols-[68px_1fr_auto] gap-3 border-t border-line py-4 first:border-0 min-[22rem]:grid-cols-[84px_1fr_auto] min-[22rem]:gap-4">
      <Thumbnail className="h-26" address={item.image} />
      <div>
        <Link className="display text-[1.3rem]" to={paths.product(item.productId, item.size)} replace>
          {item.name}
        </Link>
        <p className="text-small text-soft">
          {item.size && `${item.size} · `}
          {formatCents(item.price)}
        </p>
        {item.marks && <Marks {...item.marks} />}
        <QuantityStepper item={item} />
      </div>
      <div className="flex flex-col items-end justify-between">
        <p className="font-medium tabular-nums">{formatCents(item.price * item.quantity)}</p>
        <button
          className="underlined text-small text-soft"
          type="button"
          onClick={() => dispatch({ type: 'remove', id: item.id })}
        >
          Remove<span className="sr-only"> {lineName(item)}</span>
        </button>
      </div>
    </li>
  )
}

function CartTotals() {
  const { cart } = useCart()
  const rates = useRates()
  const taxed = taxedStateNames(rates.tax)
  const code = rememberedCode()
  const totals = priceOrder({
    rates,
    lines: cart.items.map(({ price, quantity }) => ({ priceCents: price, quantity })),
  })
  return (
    <div className="border-t border-line pt-4">
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 text-soft tabular-nums [&>dd]:text-right">
        <dt>Subtotal</dt>
        <dd>{formatCents(totals.subtotalCents)}</dd>
        <dt>Shipping</dt>
        <dd>{totals.shippingCents === 0 ? 'Free' : formatCents(totals.shippingCents)}</dd>
        <dt className="display mt-1 text-[1.6rem] text-ink">Total</dt>
        <dd className="mt-1 text-[1.3rem] font-medium text-ink">{formatCents(totals.totalCents)}</dd>
      </dl>
      {code && <p className="mt-1 text-small">We’ll try code {code} at checkout.</p>}
      <ArrivalLine className="mt-1 text-fine text-soft" />
      {taxed && <p className="mt-1 text-fine text-soft">Sales tax is added for addresses in {taxed}.</p>}
    </div>
  )
}
