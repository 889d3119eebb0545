import { type ReactNode, startTransition, useOptimistic } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { lineId } from '#domain/cart/cart.ts'
import { bottleLife, centsPerOunce, habitText } from '#domain/catalogue/bottle-life.ts'
import type { ProductDetail } from '#domain/catalogue/product.ts'
import { saleEnds } from '#domain/catalogue/sale-price.ts'
import { isSize, offeredSizes, priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { isSoldOut } from '#domain/catalogue/stock.ts'
import { formatCents } from '#domain/money/cents.ts'
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
import { Price } from './price.tsx'

type BuyPanelProps = {
  product: ProductDetail
  size: Size | undefined
  /** What stands above the choice. */
  children: ReactNode
}

/** Two parts of the grid at the top of the page. The size is in the URL: it can be shared and survives a reload. */
export function BuyPanel({ product, size: addressed, children }: BuyPanelProps) {
  const { add } = useCart()
  const submit = useSubmit()
  // Optimistic: the choice applies at once, and the URL follows.
  const [size, setSize] = useOptimistic(addressed)
  const { pricing } = product
  const price = priceOf(pricing, size)

  function choose(next: Size) {
    startTransition(async () => {
      setSize(next)
      await submit({ size: next }, { replace: true, preventScrollReset: true })
    })
  }

  return (
    <>
      <div className="product-panel">
        {children}
        <div className="mt-6">
          {pricing.kind === 'sized' ? (
            <SizeChoice product={product} chosen={size} onChoose={choose} />
          ) : (
            <SinglePrice product={product} />
          )}
          {product.sale && <p className="mt-3 text-small">{saleEnds(product.sale)}</p>}
          <div className="buy-bar">
            <p className="font-medium whitespace-nowrap md:hidden">
              {size && <span className="font-normal text-soft">{size} </span>}
              {price !== undefined && <Price product={product} size={size} />}
            </p>
            <button
              className="button w-full py-4"
              type="button"
              disabled={isSoldOut(product, size)}
              onClick={() => add(product, size)}
            >
              {isSoldOut(product, size) ? 'Sold Out' : 'Add to Cart'}
            </button>
          </div>
          <noscript>
            <p className="mt-3 text-center text-small">
              The cart needs JavaScript. Turn it on, or order by email or phone.
            </p>
          </noscript>
        </div>
      </div>
      <Promises product={product} size={size} />
    </>
  )
}

/** What is true of this cart, once the browser knows it; the cached page says what is true of every one. */
function Promises({ product, size }: { product: ProductDetail; size: Size | undefined }) {
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

/** What the owner has confirmed, and where all of it is said. */
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

type SizeChoiceProps = { product: ProductDetail; chosen: Size | undefined; onChoose: (size: Size) => void }

function SizeChoice({ product, chosen, onChoose }: SizeChoiceProps) {
  return (
    // Without an action the browser would add the URL's query, which the cached page doesn't know.
    <Form action={paths.product(product.id)} replace preventScrollReset>
      <fieldset>
        <legend className="mb-2 flex w-full flex-wrap justify-between gap-x-4 text-small text-soft">
          <span>Size</span>
          <span className="text-fine">Based on {habitText(product)}</span>
        </legend>
        <div className="size-tiles">
          {offeredSizes(product.pricing).map((size) => {
            const price = priceOf(product.pricing, size) ?? 0
            return (
              <label className="size-tile" key={size}>
                <input
                  className="sr-only"
                  type="radio"
                  name="size"
                  value={size}
                  checked={size === chosen}
                  onChange={() => onChoose(size)}
                />
                <span className="size-name">{size}</span>
                <b>
                  <Price product={product} size={size} />
                </b>
                <small>
                  {isSoldOut(product, size) ? (
                    'Sold out for now'
                  ) : (
                    <>
                      <span className="whitespace-nowrap">{formatCents(centsPerOunce(price, size))} / oz ·</span>{' '}
                      <span className="whitespace-nowrap">{bottleLife(size, product)}</span>
                    </>
                  )}
                </small>
              </label>
            )
          })}
        </div>
      </fieldset>
    </Form>
  )
}

function SinglePrice({ product }: { product: ProductDetail }) {
  if (product.pricing.kind !== 'single') return null
  const { priceCents, info } = product.pricing
  return (
    <p className="flex flex-wrap items-baseline gap-x-4">
      <b className="text-[1.5rem] font-medium">
        <Price product={product} size={undefined} />
      </b>
      {isSize(info) && (
        <span className="text-small text-soft">
          {info} · {formatCents(centsPerOunce(priceCents, info))} / oz · {bottleLife(info, product)}, based on{' '}
          {habitText(product)}
        </span>
      )}
    </p>
  )
}
