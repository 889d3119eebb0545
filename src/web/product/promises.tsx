import { Link } from 'react-router'
import { lineId } from '#domain/cart/cart.ts'
import type { ProductDetail } from '#domain/catalogue/product.ts'
import { priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { isSoldOut } from '#domain/catalogue/stock.ts'
import { isAlwaysFree, shippingOffer } from '#domain/money/shipping-sentences.ts'
import { returnLine } from '#domain/orders/return-terms.ts'
import { useCart } from '#web/cart/cart-context.ts'
import { FreeShipping } from '#web/cart/free-shipping.tsx'
import { ArrivalPromise } from '#web/delivery/arrival-promise.tsx'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useIsInBrowser } from '#web/ui/use-is-in-browser.ts'
import { useRates } from '#web/ui/use-rates.ts'
import { useReturnTerms } from '#web/ui/use-return-terms.ts'

type PromisesProps = { product: ProductDetail; size: Size | undefined }

/** What is true for this cart, once the browser knows it; the cached page says what is true for every cart. */
export function Promises({ product, size }: PromisesProps) {
  const { cart } = useCart()
  const { shipping } = useRates()
  const isInBrowser = useIsInBrowser()
  const isInCart = cart.items.some(({ id }) => id === lineId(product.id, size))
  const price = isSoldOut(product, size) ? undefined : priceOf(product.pricing, size)
  return (
    <ul className="promises">
      <ArrivalPromise />
      <ReturnPromise />
      <li>
        <Icon name="leaf" />
        <div>
          {isInBrowser && !isAlwaysFree(shipping) ? (
            <FreeShipping {...(!isInCart && price !== undefined && { addCents: price })} />
          ) : (
            <p>{shippingOffer(shipping)}</p>
          )}
        </div>
      </li>
    </ul>
  )
}

/** The terms that the owner has confirmed, with a link to the full text. */
function ReturnPromise() {
  const terms = useReturnTerms()
  if (!terms) return null
  return (
    <li>
      <Icon name="return" />
      <p>
        {returnLine(terms)}.{' '}
        <Link className="underlined whitespace-nowrap" to={paths.policy('shipping-returns')}>
          How returns work
        </Link>
      </p>
    </li>
  )
}
