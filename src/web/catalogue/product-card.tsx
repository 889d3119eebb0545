import { useState } from 'react'
import { Link } from 'react-router'
import type { ProductSummary } from '#domain/catalogue/product.ts'
import { isSize, offeredSizes, priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { firstChoice, isSoldOut } from '#domain/catalogue/stock.ts'
import { formatCents } from '#domain/money/cents.ts'
import { useCart } from '#web/cart/cart-context.ts'
import { CompareTick } from '#web/compare/compare-tick.tsx'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'
import { Price } from '#web/product/price.tsx'
import { Marks } from '#web/profile/marks.tsx'
import { RatingLine } from '#web/ui/stars.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

export type ProductCardProps = {
  product: ProductSummary
  badge?: { text: string; reason: string } | undefined
  /** How many fit side by side on a wide screen. */
  columns?: 3 | 4 | 'beside-filter'
  /** Cards at the top of a page load their picture eagerly. */
  isLead?: boolean
  /** Why it was found: replaces the description, and is also shown on a phone. */
  line?: string | undefined
}

const CARD_SIZES = {
  3: '(min-width: 1312px) 406px, (min-width: 640px) 31vw, calc(50vw - 24px)',
  'beside-filter': '(min-width: 1312px) 312px, (min-width: 1024px) 24vw, (min-width: 640px) 31vw, calc(50vw - 24px)',
  4: '(min-width: 1312px) 304px, (min-width: 1024px) 23vw, (min-width: 640px) 31vw, calc(50vw - 24px)',
}

export function ProductCard({ product, badge, columns = 4, isLead = false, line }: ProductCardProps) {
  return (
    <article className="group relative flex h-full flex-col">
      <div className="relative">
        <Link to={paths.product(product.id)} tabIndex={-1} aria-hidden="true">
          <Picture
            className="aspect-4/5 [&_picture_img]:transition-transform [&_picture_img]:group-hover:scale-[1.02]"
            picture={product.picture}
            sizes={CARD_SIZES[columns]}
            isDecoration
            isLead={isLead}
          />
        </Link>
        {badge && (
          <div className="absolute top-2 left-2 sm:top-3 sm:left-3">
            <Tooltip
              className="min-h-6 rounded-pill bg-paper px-3 py-1 text-[0.75rem] tracking-[0.06em]"
              text={badge.reason}
            >
              {badge.text}
            </Tooltip>
          </div>
        )}
      </div>
      <p className="eyebrow mt-4">{product.category}</p>
      <h3 className="mt-1 text-[1.35rem] sm:text-title">
        <Link className="hover:text-amber" to={paths.product(product.id)}>
          {product.name}
        </Link>
      </h3>
      <RatingLine className="mt-1" rating={product.rating} />
      <Marks {...product} />
      {line ? (
        <p className="mt-2 text-small text-bark">{line}</p>
      ) : (
        <p className="mt-2 hidden text-small text-soft sm:line-clamp-3">{product.shortDescription}</p>
      )}
      <BuyRow product={product} />
      <CompareTick product={product} />
    </article>
  )
}

/** A size and the button that buys it. */
export function BuyRow({ product }: { product: ProductSummary }) {
  const { add } = useCart()
  const sizes = offeredSizes(product.pricing)
  const [size, setSize] = useState(firstChoice(product))
  const label = (option: Size) => {
    const [price, was] = [formatCents(priceOf(product.pricing, option) ?? 0), product.sale?.was[option]]
    return was === undefined ? price : `${price}, was ${formatCents(was)}`
  }
  return (
    <div className="@container mt-auto pt-3">
      {/* Side by side only if both a size and its price fit. */}
      <div className="flex flex-col gap-2 @min-[17.25rem]:flex-row">
        {product.pricing.kind === 'sized' ? (
          <select
            className="field min-w-0 flex-1"
            aria-label={`Size of ${product.name}`}
            value={size}
            onChange={({ target }) => isSize(target.value) && setSize(target.value)}
          >
            {sizes.map((option) => (
              <option value={option} key={option}>
                {option} · {isSoldOut(product, option) ? 'sold out' : label(option)}
              </option>
            ))}
          </select>
        ) : (
          <p className="flex min-h-11 flex-1 items-center font-medium">
            <span>
              <Price product={product} size={undefined} />
            </span>
            {product.pricing.info && <span className="ml-2 font-normal text-soft">{product.pricing.info}</span>}
          </p>
        )}
        <button
          className="button px-4 whitespace-nowrap"
          type="button"
          disabled={isSoldOut(product, size)}
          onClick={() => add(product, size)}
        >
          {isSoldOut(product, size) ? 'Sold Out' : 'Add to Cart'}
          <span className="sr-only">: {product.name}</span>
        </button>
      </div>
    </div>
  )
}
