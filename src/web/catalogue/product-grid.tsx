import type { ProductSummary } from '#domain/catalog.ts'
import { ProductCard } from './product-card.tsx'

/** How many cards are in sight before anybody scrolls. */
const ABOVE_THE_FOLD = 4

export function ProductGrid({ products, leads = false }: { products: readonly ProductSummary[]; leads?: boolean }) {
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-10 sm:grid-cols-3 sm:gap-x-gutter lg:grid-cols-4">
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} isLead={leads && index < ABOVE_THE_FOLD} />
        </li>
      ))}
    </ul>
  )
}
