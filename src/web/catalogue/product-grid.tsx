import type { ProductSummary } from '#domain/catalogue/product.ts'
import { ProductCard } from './product-card.tsx'

/** Number of cards visible without scrolling. */
const ABOVE_THE_FOLD = 4

type ProductGridProps = {
  products: readonly (ProductSummary & { line?: string })[]
  leads?: boolean
  /** The filter takes the space of a column. */
  isBesideFilter?: boolean
}

export function ProductGrid({ products, leads = false, isBesideFilter = false }: ProductGridProps) {
  // Six cards in rows of four would leave a gap in the second row.
  const isByThrees = products.length % 4 > 0 && products.length % 3 === 0
  const columns = isBesideFilter ? 'beside-filter' : isByThrees ? 3 : 4
  return (
    <ul
      className={`grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-gutter ${products.length === 4 ? '' : 'sm:grid-cols-3'} ${columns === 4 ? 'lg:grid-cols-4' : ''}`}
    >
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            columns={columns}
            isLead={leads && index < ABOVE_THE_FOLD}
            line={product.line}
          />
        </li>
      ))}
    </ul>
  )
}
