import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { counted } from '#domain/time/display.ts'
import { loadCheckout } from '#web/checkout/checkout-host.tsx'
import { paths } from '#web/paths.ts'
import { closes } from '#web/ui/dialog-command.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { useDismissToasts } from '#web/ui/toaster.tsx'
import { useModalDialog } from '#web/ui/use-modal-dialog.ts'
import { CartChanges } from './cart-changes.tsx'
import { useCart } from './cart-context.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

export const CART_DIALOG = 'cart-drawer'

export function CartDrawer() {
  const { cart, count, drawer, refresh, forgetChanges } = useCart()
  const dismissToasts = useDismissToasts()
  const dialog = useModalDialog(drawer.isOpen, () => {
    dismissToasts('added')
    void refresh()
    void loadCheckout()
  })
  const list = useRef<HTMLUListElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useFocusAfterRemoval(cart.items, list, dialog)

  return (
    <dialog
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-full max-w-[27rem] flex-col gap-4 bg-paper p-6 text-ink shadow-2xl backdrop:bg-shade/40 open:flex"
      id={CART_DIALOG}
      ref={dialog}
      aria-labelledby="cart-title"
      onClose={() => {
        forgetChanges()
        drawer.closed()
      }}
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
        <button className="-m-2 flex size-11 items-center justify-center" type="button" {...closes(CART_DIALOG)}>
          <span className="sr-only">Close cart</span>
          <Icon name="close" />
        </button>
      </div>
      <noscript>
        {/* Only the server renders it: no browser with scripts reads these words. */}
        {import.meta.env.SSR && (
          <p>
            The cart needs JavaScript, which is turned off in this browser. Turn it on to order here, or{' '}
            <a className="underlined" href={paths.contact()}>
              contact us
            </a>{' '}
            to order by email or phone.
          </p>
        )}
      </noscript>
      <CartChanges />
      {count === 0 ? (
        <p className="mt-2">
          <Link className="button" to={paths.shopAll()} replace>
            Browse the oils
          </Link>
        </p>
      ) : (
        <>
          <LazyPart
            // Opening the drawer is another chance for what could not be loaded.
            occasion={drawer.isOpen ? 'open' : 'filled'}
            load={async () => (await import('./cart-contents.tsx')).CartContents}
            onFailed={() => setHasFailed(true)}
            props={{ list }}
            fallback={
              <p className="tall:flex-1" role="alert">
                {hasFailed && PAGE_MESSAGES.cartFailed}
              </p>
            }
          />
          <button className="button w-full py-4" type="button" onClick={drawer.toCheckout}>
            Checkout
          </button>
        </>
      )}
    </dialog>
  )
}
