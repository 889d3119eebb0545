import type { ProductDetail } from '#domain/catalogue/product.ts'
import { CompareTick } from '#web/compare/compare-tick.tsx'
import { Marks } from '#web/profile/marks.tsx'

/** Help with choosing: why it may not be for this shopper, and the alternatives. */
export function ProductChoice({ product }: { product: ProductDetail }) {
  return (
    <div className="mt-4">
      <Marks {...product} />
      <CompareTick className="mt-1" product={product} />
    </div>
  )
}
