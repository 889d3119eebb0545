import { type ReactNode, startTransition, useOptimistic } from 'react'
import { Form, useSubmit } from 'react-router'
import { bottleLife, centsPerOunce, habitText } from '#domain/catalogue/bottle-life.ts'
import type { ProductDetail } from '#domain/catalogue/product.ts'
import { saleEnds } from '#domain/catalogue/sale-price.ts'
import { isSize, offeredSizes, priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { isSoldOut } from '#domain/catalogue/stock.ts'
import { formatCents } from '#domain/money/cents.ts'
import { useCart } from '#web/cart/cart-context.ts'
import { CompareTick } from '#web/compare/compare-tick.tsx'
import { paths } from '#web/paths.ts'
import { nearPart } from '#web/ui/near-part.tsx'
import { Price } from './price.tsx'

/** Below the first screen of a phone, with the rules for days, holidays and shipping. */
const Promises = nearPart(async () => (await import('./promises.tsx')).Promises)

type BuyPanelProps = {
  product: ProductDetail
  size: Size | undefined
  /** What is above the choice. */
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
          <CompareTick className="mt-2" product={product} />
        </div>
      </div>
      <Promises className="promises-cell" part={{ product, size }} />
    </>
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
                    <span>Sold out for now</span>
                  ) : (
                    <>
                      <span>{formatCents(centsPerOunce(price, size))} / oz</span>{' '}
                      <span>{bottleLife(size, product)}</span>
                    </>
                  )}
                </small>
              </label>
            )
          })}
        </div>
      </fieldset>
      <noscript>
        {import.meta.env.SSR && (
          <button className="button button-quiet mt-3 w-full" type="submit">
            Choose size
          </button>
        )}
      </noscript>
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
