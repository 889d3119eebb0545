import { Link } from 'react-router'
import { MESSAGES } from '#contract/messages.ts'
import type { ProductSummary } from '#domain/catalogue/product.ts'
import { SEARCH_PAGE_SIZE } from '#domain/catalogue/search-terms.ts'
import { ProductGrid } from '#web/catalogue/product-grid.tsx'
import { PageHero } from '#web/frame/page-hero.tsx'
import { paths } from '#web/paths.ts'

export type SearchResultsProps = {
  search: string
  page: number
  products: readonly ProductSummary[]
  total: number
  correctedTo: string | undefined
  /** What comes nearest, if nothing was found. */
  closest: readonly ProductSummary[]
  /** To browse instead. */
  collections: readonly { slug: string; name: string }[]
}

export function SearchResults({
  search,
  page,
  products,
  total,
  correctedTo,
  closest,
  collections,
}: SearchResultsProps) {
  return (
    <>
      <PageHero
        eyebrow="Search"
        title={`Search Results for "${search}"`}
        lead={
          <span role="status">
            {`Found ${total} product${total === 1 ? '' : 's'}`}
            {correctedTo && total > 0 && ` for "${correctedTo}", which is our nearest spelling`}
          </span>
        }
      />
      <section className="wrap pt-[clamp(2rem,1rem+3vw,4rem)]" aria-label="Results">
        <h2 className="sr-only">Results</h2>
        {total === 0 ? (
          <NothingFound closest={closest} collections={collections} />
        ) : (
          <ProductGrid products={products} leads />
        )}
        <MorePages search={search} page={page} hasNext={page * SEARCH_PAGE_SIZE < total} />
      </section>
    </>
  )
}

function NothingFound({ closest, collections }: Pick<SearchResultsProps, 'closest' | 'collections'>) {
  return (
    <>
      <Hint />
      {closest.length > 0 && (
        <section aria-labelledby="closest">
          <h2 className="mb-6" id="closest">
            Closest matches
          </h2>
          <ProductGrid products={closest} leads />
        </section>
      )}
      <nav className="pt-band" aria-labelledby="collections">
        <h2 className="mb-4" id="collections">
          Or browse
        </h2>
        <ul className="flex flex-wrap gap-3">
          {collections.map(({ slug, name }) => (
            <li key={slug}>
              <Link
                className="flex min-h-11 items-center rounded-pill border border-line bg-paper px-5 hover:border-ink"
                to={paths.collection(slug)}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

function Hint() {
  return (
    <div className="py-10 text-center">
      <p className="display text-title">{MESSAGES.noSearchResults}</p>
      <p className="mt-3 text-soft">
        Try different keywords: an ingredient, a part of the body, or what you would like your skin to feel like.
      </p>
      <p className="mt-6">
        <Link className="button" to={paths.shopAll()}>
          See all oils
        </Link>
      </p>
    </div>
  )
}

function MorePages({ search, page, hasNext }: { search: string; page: number; hasNext: boolean }) {
  if (page === 1 && !hasNext) return null
  return (
    <nav className="mt-12 flex justify-center gap-8" aria-label="Pages of results">
      {page > 1 && (
        <Link className="underlined" to={paths.shopAll({ search, page: page - 1 })} rel="prev">
          Previous
        </Link>
      )}
      {hasNext && (
        <Link className="underlined" to={paths.shopAll({ search, page: page + 1 })} rel="next">
          Next
        </Link>
      )}
    </nav>
  )
}
