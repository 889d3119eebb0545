import type { ProductSummary } from '#domain/catalogue/product.ts'
import { ProductCard } from './product-card.tsx'

/** Number of cards visible without scrolling. */
const ABOVE_THE_FOLD = 4

export function ProductGrid({ products, leads = false }: { products: readonly ProductSummary[]; leads?: boolean }) {
  // Six cards in rows of four would leave a gap in the second row.
  const columns = products.length % 4 > 0 && products.length % 3 === 0 ? 3 : 4
  return (
    <ul
      className={`grid grid-cols-2 gap-x-4 gap-y-10 sm:grid-cols-3 sm:gap-x-gutter ${columns === 4 ? 'lg:grid-cols-4' : ''}`}
    >
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} columns={columns} isLead={leads && index < ABOVE_THE_FOLD} />
        </li>
      ))}
    </ul>
  )
}
