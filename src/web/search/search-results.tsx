import { Link } from 'react-router'
import { PART_MESSAGES } from '#contract/part-messages.ts'
import { foundCount, MOST_FOUND } from '#domain/catalogue/found-count.ts'
import { listChoices, type OfferedGroup, type ProductFilter } from '#domain/catalogue/product-filter.ts'
import type { ProductSummary } from '#domain/catalogue/product.ts'
import { SEARCH_PAGE_SIZE, searchTitle } from '#domain/catalogue/search-terms.ts'
import { FilteredResults, NothingLeft } from '#web/catalogue/filtered-results.tsx'
import { ProductGrid } from '#web/catalogue/product-grid.tsx'
import { paths } from '#web/paths.ts'

type FoundProduct = ProductSummary & { line: string }

export type SearchResultsProps = {
  search: string
  page: number
  products: readonly FoundProduct[]
  total: number
  filter: ProductFilter
  choices: readonly OfferedGroup[]
  correctedTo: string | undefined
  /** The closest matches, if nothing was found. */
  closest: readonly FoundProduct[]
  guides: readonly { name: string; path: string }[]
  /** What the shop doesn't make, or an oil can't do. */
  notes: readonly string[]
  /** For when nothing is close, either. */
  featured: readonly ProductSummary[]
  /** To browse instead. */
  collections: readonly { slug: string; name: string }[]
}

export function SearchResults(props: SearchResultsProps) {
  const { search, page, products, total, filter, choices, correctedTo, closest, guides, notes, featured } = props
  const { collections } = props
  const isFiltered = listChoices(filter).length > 0
  return (
    <>
      {/* Less tall than the banner of other pages, because visitors came for the results. */}
      <div className="wrap pt-[clamp(1.5rem,1rem+2vw,2.75rem)]">
        <h1 className="text-[clamp(2.25rem,1.6rem+2.6vw,3.75rem)] wrap-anywhere">{searchTitle(search)}</h1>
        <p className="mt-3 text-lead text-soft" role="status">
          {`Found ${foundCount(total, 'product')}`}
          {correctedTo && total > 0 && ` for “${correctedTo}”, the closest spelling`}
        </p>
        {notes.map((note) => (
          <p className="mt-2 max-w-[65ch]" key={note}>
            {note}
          </p>
        ))}
        {guides.length > 0 && (
          <p className="mt-2 flex flex-wrap items-center gap-x-6">
            <span className="text-soft">See also</span>
            {guides.map(({ name, path }) => (
              <Link className="flex min-h-11 items-center" to={path} key={path}>
                <span className="underlined">{name}</span>
              </Link>
            ))}
          </p>
        )}
      </div>
      <section aria-label="Results">
        <h2 className="sr-only">Results</h2>
        {total === 0 && !isFiltered ? (
          <NothingFound closest={closest} featured={featured} collections={collections} />
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

function NothingFound({
  closest,
  featured,
  collections,
}: Pick<SearchResultsProps, 'closest' | 'featured' | 'collections'>) {
  const isNear = closest.length > 0
  const shown = isNear ? closest : featured
  return (
    <div className="wrap">
      <div className="mt-8 grid gap-x-[clamp(2rem,6vw,6rem)] gap-y-8 border-y border-line py-8 md:grid-cols-[1.5fr_1fr]">
        <div>
          <p className="display text-title">{PART_MESSAGES.noSearchResults}</p>
          <p className="mt-3 max-w-xl text-soft">
            Try different keywords: an ingredient, a part of the body, or how you’d like your skin to feel.
          </p>
          <p className="mt-6 flex flex-wrap items-center gap-6">
            <Link className="button" to={paths.shopAll()}>
              See all oils
            </Link>
            <Link className="underlined" to={paths.skinFinder()}>
              Skin finder: four questions
            </Link>
          </p>
        </div>
        <nav aria-labelledby="collections">
          <h2 className="text-title" id="collections">
            Or browse
          </h2>
          <ul className="mt-4 flex flex-wrap gap-3">
            {collections.map(({ slug, name }) => (
              <li key={slug}>
                <Link
                  className="flex min-h-11 items-center rounded-pill border border-edge bg-paper px-5 hover:border-ink"
                  to={paths.collection(slug)}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {shown.length > 0 && (
        <section className="pt-12" aria-labelledby="closest">
          <h2 className="mb-6 text-row" id="closest">
            {isNear ? 'Closest matches' : 'Featured Products'}
          </h2>
          <ProductGrid products={shown} leads />
        </section>
      )}
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
