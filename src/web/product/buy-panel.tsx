import { startTransition, useOptimistic } from 'react'
import { Form, useSubmit } from 'react-router'
import { lineId } from '#domain/cart/cart.ts'
import { bottleLife, centsPerOunce, habitText } from '#domain/catalogue/bottle-life.ts'
import type { ProductDetail } from '#domain/catalogue/product.ts'
import { saleEnds } from '#domain/catalogue/sale-price.ts'
import { isSize, offeredSizes, priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { isSoldOut } from '#domain/catalogue/stock.ts'
import { formatCents } from '#domain/money/cents.ts'
import { isAlwaysFree, shippingOffer } from '#domain/money/shipping-sentences.ts'
import { useCart } from '#web/cart/cart-context.ts'
import { FreeShipping } from '#web/cart/free-shipping.tsx'
import { ArrivalPromise } from '#web/delivery/arrival-promise.tsx'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useIsInBrowser } from '#web/ui/use-is-in-browser.ts'
import { useRates } from '#web/ui/use-rates.ts'
import { Price } from './price.tsx'

/** The size is in the URL: it can be shared and survives a reload. */
export function BuyPanel({ product, size: addressed }: { product: ProductDetail; size: Size | undefined }) {
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
    <div className="mt-7">
      {pricing.kind === 'sized' ? (
        <SizeChoice product={product} chosen={size} onChoose={choose} />
      ) : (
        <SinglePrice product={product} />
      )}
      {product.sale && <p className="mt-3 text-small">{saleEnds(product.sale)}</p>}
      <p className="mt-3 text-fine text-soft">Based on {habitText(product)}.</p>
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
      <Promises product={product} size={size} />
    </div>
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

type SizeChoiceProps = { product: ProductDetail; chosen: Size | undefined; onChoose: (size: Size) => void }

function SizeChoice({ product, chosen, onChoose }: SizeChoiceProps) {
  return (
    // Without an action the browser would add the URL's query, which the cached page doesn't know.
    <Form action={paths.product(product.id)} replace preventScrollReset>
      <fieldset>
        <legend className="mb-2 text-small text-soft">Size</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3">
          {offeredSizes(product.pricing).map((size) => {
            const price = priceOf(product.pricing, size) ?? 0
            return (
              <label
                className="grid grid-cols-[1fr_auto] gap-x-2 size-tile rounded-edge border border-edge bg-paper px-4 py-3 transition-colors hover:border-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
                key={size}
              >
                <input
                  className="sr-only"
                  type="radio"
                  name="size"
                  value={size}
                  checked={size === chosen}
                  onChange={() => onChoose(size)}
                />
                <span className="size-name">{size}</span>
                <b className="text-right font-medium">
                  <Price product={product} size={size} />
                </b>
                <small className="col-span-2 text-fine text-soft">
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
          {info} · {formatCents(centsPerOunce(priceCents, info))} / oz · {bottleLife(info, product)}
        </span>
      )}
    </p>
  )
}
