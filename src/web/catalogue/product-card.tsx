import { Link } from 'react-router'
import type { ProductSummary } from '#domain/catalog.ts'
import { formatCents } from '#domain/money.ts'
import { basePriceCents, defaultSize, priceOf } from '#domain/sizes.ts'
import { paths } from '#web/paths.ts'

export function ProductCard({ product, badge }: { product: ProductSummary; badge?: string }) {
  const firstSize = defaultSize(product.pricing)
  const price = priceOf(product.pricing, firstSize) ?? basePriceCents(product.pricing)
  return (
    <article className="relative flex flex-col gap-2">
      <div className="relative mb-2 aspect-4/5 bg-linen">
        {badge && (
          <p className="absolute top-3 left-3 rounded-pill bg-paper px-3 py-1 text-[0.75rem] tracking-[0.06em]">
            {badge}
          </p>
        )}
      </div>
      <p className="eyebrow">{product.category}</p>
      <h3>
        <Link className="after:absolute after:inset-0" to={paths.product(product.id)}>
          {product.name}
        </Link>
      </h3>
      <p className="text-small text-soft">{product.shortDescription}</p>
      <p className="font-medium">
        {firstSize && <span className="font-normal text-soft">{firstSize} </span>}
        {formatCents(price)}
      </p>
    </article>
  )
}
