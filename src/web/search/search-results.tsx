import { Link } from 'react-router'
import { PART_MESSAGES } from '#contract/part-messages.ts'
import { foundCount, MOST_FOUND } from '#domain/catalogue/found-count.ts'
import { listChoices, type OfferedGroup, type ProductFilter } from '#domain/catalogue/product-filter.ts'
import type { ProductSummary } from '#domain/catalogue/product.ts'
import { SEARCH_PAGE_SIZE } from '#domain/catalogue/search-terms.ts'
import { FilteredResults, NothingLeft } from '#web/catalogue/filtered-results.tsx'
import { ProductGrid } from '#web/catalogue/product-grid.tsx'
import { PageHero } from '#web/frame/page-hero.tsx'
import { paths } from '#web/paths.ts'

export type SearchResultsProps = {
  search: string
  page: number
  products: readonly ProductSummary[]
  total: number
  filter: ProductFilter
  choices: readonly OfferedGroup[]
  correctedTo: string | undefined
  /** What comes nearest, if nothing was found. */
  closest: readonly ProductSummary[]
  /** To browse instead. */
  collections: readonly { slug: string; name: string }[]
}

export function SearchResults(props: SearchResultsProps) {
  const { search, page, products, total, filter, choices, correctedTo, closest, collections } = props
  const isFiltered = listChoices(filter).length > 0
  return (
    <>
      <PageHero
        eyebrow="Search"
        title={`Search Results for "${search}"`}
        lead={
          <span role="status">
            {`Found ${foundCount(total, 'product')}`}
            {correctedTo && total > 0 && ` for "${correctedTo}", which is our nearest spelling`}
          </span>
        }
      />
      <section aria-label="Results">
        <h2 className="sr-only">Results</h2>
        {total === 0 && !isFiltered ? (
          <NothingFound closest={closest} collections={collections} />
        ) : (
          <FilteredResults
            filter={filter}
            choices={choices}
            total={total}
            search={search}
            toAddress={(chosen) => paths.shopAll({ search, ...chosen })}
            ownOrder="Best match"
          >
            {total === 0 && <NothingLeft clearTo={paths.shopAll({ search })} />}
            <ProductGrid products={products} leads isBesideFilter />
            <MorePages
              search={search}
              filter={filter}
              page={page}
              hasNext={page * SEARCH_PAGE_SIZE < Math.min(total, MOST_FOUND)}
            />
          </FilteredResults>
        )}
      </section>
    </>
  )
}

function NothingFound({ closest, collections }: Pick<SearchResultsProps, 'closest' | 'collections'>) {
  return (
    <div className="wrap">
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
    </div>
  )
}

function Hint() {
  return (
    <div className="py-10 text-center">
      <p className="display text-title">{PART_MESSAGES.noSearchResults}</p>
      <p className="mt-3 text-soft">
        Try different keywords: an ingredient, a part of the body, or what you would like your skin to feel like.
      </p>
      <p className="mt-6 flex flex-wrap items-center justify-center gap-6">
        <Link className="button" to={paths.shopAll()}>
          See all oils
        </Link>
        <Link className="underlined" to={paths.skinFinder()}>
          Skin finder: four questions
        </Link>
      </p>
    </div>
  )
}

type MorePagesProps = Pick<SearchResultsProps, 'search' | 'page' | 'filter'> & { hasNext: boolean }

function MorePages({ search, page, filter, hasNext }: MorePagesProps) {
  if (page === 1 && !hasNext) return null
  return (
    <nav className="mt-12 flex justify-center gap-8" aria-label="Pages of results">
      {page > 1 && (
        <Link className="underlined" to={paths.shopAll({ ...filter, search, page: page - 1 })} rel="prev">
          Previous
        </Link>
      )}
      {hasNext && (
        <Link className="underlined" to={paths.shopAll({ ...filter, search, page: page + 1 })} rel="next">
          Next
        </Link>
      )}
    </nav>
  )
}
