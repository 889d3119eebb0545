import type { OfferedGroup, ProductFilter } from '#domain/catalogue/product-filter.ts'
import type { ProductSummary } from '#domain/catalogue/product.ts'
import { PageHero, type PageHeroProps } from '#web/frame/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { FilteredResults } from './filtered-results.tsx'
import { LoadFailed } from './load-failed.tsx'
import { ProductGrid } from './product-grid.tsx'

export type CollectionPageProps = {
  hero: PageHeroProps
  /** Undefined if they could not be loaded. */
  found: { products: readonly ProductSummary[]; filter: ProductFilter; choices: readonly OfferedGroup[] } | undefined
  slug: string
  emptyText: string
  failureText: string
}

export function CollectionPage({ hero, found, slug, emptyText, failureText }: CollectionPageProps) {
  return (
    <>
      <PageHero {...hero} />
      <section aria-label="Products">
        <h2 className="sr-only">Products</h2>
        {found ? (
          <FilteredResults
            {...found}
            total={found.products.length}
            toAddress={(filter) => paths.collection(slug, filter)}
            ownOrder="Featured"
          >
            {found.products.length === 0 && <p className="py-16 text-center text-lead text-soft">{emptyText}</p>}
            <ProductGrid products={found.products} leads isBesideFilter />
          </FilteredResults>
        ) : (
          <LoadFailed message={failureText} />
        )}
      </section>
    </>
  )
}
