import { useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { CartItem } from '#domain/cart/cart.ts'
import { formatCents } from '#domain/money/cents.ts'
import { priceOrder, toFreeShipping } from '#domain/money/pricing.ts'
import { taxedStateNames } from '#domain/money/rates.ts'
import { counted } from '#domain/time/display.ts'
import { loadCheckout, OPENED_HERE } from '#web/checkout/checkout-host.tsx'
import { CHECKOUT_HASH, paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'
import { closes } from '#web/ui/dialog-command.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useModalDialog } from '#web/ui/use-modal-dialog.ts'
import { useRates } from '#web/ui/use-rates.ts'
import { CartChanges } from './cart-changes.tsx'
import { useCart } from './cart-provider.tsx'
import { lineName, QuantityStepper } from './quantity-stepper.tsx'
import { ShareCartButton } from './share-cart-button.tsx'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

export const CART_DIALOG = 'cart'

export function CartDrawer() {
  const { cart, count, isOpen, setIsOpen } = useCart()
  const dialog = useModalDialog(isOpen, () => void loadCheckout())
  const list = useRef<HTMLUListElement>(null)
  useFocusAfterRemoval(cart.items, list, dialog)

  return (
    <dialog
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-full max-w-[27rem] flex-col gap-4 bg-paper p-6 text-ink shadow-2xl backdrop:bg-shade/40 open:flex"
      id={CART_DIALOG}
      ref={dialog}
      aria-labelledby="cart-title"
      onClose={() => setIsOpen(false)}
      closedby="any"
    >
      <div className="flex items-start justify-between">
        <div>
          <h2 className="text-[2.1rem]" id="cart-title">
            Shopping Cart
          </h2>
          <p className="mt-1 text-soft">
            {count === 0 ? 'Your cart is empty' : `${counted(count, 'item')} in your cart`}
          </p>
        </div>
        <button
          className="-m-2 flex size-11 items-center justify-center"
          type="button"
          {...closes(CART_DIALOG, () => setIsOpen(false))}
        >
          <span className="sr-only">Close cart</span>
          <Icon name="close" />
        </button>
      </div>
      <noscript>
        <p>
          Cart and payment need JavaScript, which is turned off in this browser. Turn it on to order here, or{' '}
          <a className="underlined" href={paths.contact()}>
            write or call us
          </a>
          : we gladly take your order by mail or phone.
        </p>
      </noscript>
      <CartChanges />
      {count === 0 ? (
        <p className="mt-2">
          <Link className="button" to={paths.shopAll()} onClick={() => setIsOpen(false)}>
            Browse the oils
          </Link>
        </p>
      ) : (
        <>
          <ul className="-mx-6 px-6 tall:min-h-36 tall:flex-1 tall:overflow-y-auto" ref={list}>
            {cart.items.map((item) => (
              <CartLine item={item} key={item.id} />
            ))}
          </ul>
          <CartTotals />
          <CheckoutButton />
        </>
      )}
    </dialog>
  )
}

function CartLine({ item }: { item: CartItem }) {
  const { dispatch, setIsOpen } = useCart()
  return (
    <li className="grid grid-cols-[68px_1fr_auto] gap-3 border-t border-line py-4 min-[22rem]:grid-cols-[84px_1fr_auto] min-[22rem]:gap-4">
      <Picture className="h-26" name={item.image} sizes="84px" isDecoration />
      <div>
        <Link
          className="display text-[1.3rem]"
          to={paths.product(item.productId, item.size)}
          onClick={() => setIsOpen(false)}
        >
          {item.name}
        </Link>
        <p className="text-small text-soft">
          {item.size && `${item.size} · `}
          {formatCents(item.price)}
        </p>
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

/** The dialog has a URL, so that Back closes it; the page behind it stays in place. */
function CheckoutButton() {
  const { setIsOpen } = useCart()
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <button
      className="button w-full py-4"
      type="button"
      onClick={() => {
        setIsOpen(false)
        void navigate({ search, hash: CHECKOUT_HASH }, { preventScrollReset: true, state: OPENED_HERE })
      }}
    >
      Checkout
    </button>
  )
}

function CartTotals() {
  const { cart } = useCart()
  const rates = useRates()
  const taxed = taxedStateNames(rates.tax)
  const totals = priceOrder({
    rates,
    lines: cart.items.map(({ price, quantity }) => ({ priceCents: price, quantity })),
  })
  const missing = toFreeShipping(totals.subtotalCents, rates.shipping)
  return (
    <div className="border-t border-line pt-4">
      <div className="-mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-small text-soft">
          {missing > 0 ? (
            <>
              <b className="font-medium text-ink">{formatCents(missing)}</b> to free shipping
            </>
          ) : (
            'This order ships free.'
          )}
        </p>
        <ShareCartButton />
      </div>
      <progress
        className="free-shipping w-full"
        max={rates.shipping.freeFromCents || 1}
        value={Math.min(totals.subtotalCents, rates.shipping.freeFromCents || 1)}
        aria-label="Progress to free shipping"
      />
      <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-1 text-soft tabular-nums [&>dd]:text-right">
        <dt>Subtotal</dt>
        <dd>{formatCents(totals.subtotalCents)}</dd>
        <dt>Shipping</dt>
        <dd>{totals.shippingCents === 0 ? 'Free' : formatCents(totals.shippingCents)}</dd>
        <dt className="display mt-1 text-[1.6rem] text-ink">Total</dt>
        <dd className="mt-1 text-[1.3rem] font-medium text-ink">{formatCents(totals.totalCents)}</dd>
      </dl>
      {taxed && <p className="mt-1 text-fine text-soft">Sales tax is added for addresses in {taxed}.</p>}
    </div>
  )
}
