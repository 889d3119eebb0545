import { lazy } from 'react'
import { redirect } from 'react-router'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { readShopAllQuery } from '#contract/page-params.ts'
import { withCount } from '#domain/catalogue/collections.ts'
import { MOST_FOUND } from '#domain/catalogue/found-count.ts'
import { isCommonFilter, offerChoices } from '#domain/catalogue/product-filter.ts'
import type { ProductSummary } from '#domain/catalogue/product.ts'
import { cleanSearch, SEARCH_PAGE_SIZE, searchTitle } from '#domain/catalogue/search-terms.ts'
import { FilteredResults, NothingLeft } from '#web/catalogue/filtered-results.tsx'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { ProductGrid } from '#web/catalogue/product-grid.tsx'
import { pageContext } from '#web/context.ts'
import { FinderLine } from '#web/finder/finder-line.tsx'
import { PageHero } from '#web/frame/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/shop-all.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

/** In a separate file. Without a boundary around it, rendered results stay as they are until the file has loaded. */
const SearchResults = lazy(async () => {
  const loaded = await import('#web/search/search-results.tsx')
  return { default: loaded.SearchResults }
})

/** Its slug can't be that of a collection. */
const REST = { slug: 'shop-all', title: 'More oils', text: '' }

export const meta: Route.MetaFunction = (args) => {
  const search = cleanSearch(new URLSearchParams(args.location.search).get('search'))
  return pageMeta(args, {
    title: search ? searchTitle(search) : 'Shop All',
    description:
      'All our botanical oils for face, body and hair. Leave out what doesn’t suit you: nuts, coconut, essential oils.',
    isHidden: search !== undefined,
  })
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const { catalog, collections } = page.services
  const { search, page: number = 1, ...filter } = readShopAllQuery(url.searchParams)
  // Free text makes unlimited addresses, so results aren't shared.
  if (search) {
    return loadOrFail(page, url, async () => {
      const { kinds, isLimited, ...found } = await catalog.search(search, number, filter)
      const last = Math.ceil(Math.min(found.total, MOST_FOUND) / SEARCH_PAGE_SIZE)
      if (number > Math.max(1, last)) throw redirect(paths.shopAll({ search, ...filter, page: last }))
      const linked = (await collections.listLinked()).map(({ slug, name }) => ({ slug, name }))
      const choices = offerChoices(kinds, filter)
      const isNothing = found.total === 0 && found.closest.length === 0 && choices.length === 0
      const featured = isNothing && !isLimited ? (await catalog.listFeatured()).map(({ product }) => product) : []
      return { kind: 'search' as const, search, page: number, filter, choices, ...found, featured, collections: linked }
    })
  }
  if (isCommonFilter(filter)) page.share(paths.shopAll(filter), 'catalogue', 'reviews')
  return loadOrFail(page, url, async () => {
    const { shelves, rest, products, kinds } = await collections.listShelves(filter)
    const sections = shelves.map(({ collection: { slug, name, shelfText, count }, products: onShelf }) => ({
      slug,
      title: name,
      text: withCount(shelfText, count),
      products: onShelf,
    }))
    const all = filter.sort ? [{ ...REST, title: 'All oils', products }] : [...sections, { ...REST, products: rest }]
    return {
      kind: 'sections' as const,
      filter,
      choices: offerChoices(kinds, filter),
      total: products.length,
      sections: all.filter((section) => section.products.length > 0),
    }
  })
}

export default function ShopAll({ loaderData: { value } }: Route.ComponentProps) {
  if (value?.kind === 'search') return <SearchResults {...value} />
  return (
    <>
      <PageHero
        eyebrow="Every oil we blend"
        title="Shop All"
        lead="Everything on one shelf. Choose what suits you, leave out what doesn’t."
      />
      <FinderLine />
      {value ? (
        <FilteredResults {...value} toAddress={paths.shopAll} ownOrder="Featured">
          {value.sections.map((section, index) => (
            <Section {...section} leads={index === 0} key={section.slug} />
          ))}
          {value.sections.length === 0 && <NothingLeft clearTo={paths.shopAll()} />}
        </FilteredResults>
      ) : (
        <LoadFailed message={PAGE_MESSAGES.productsFailed} />
      )}
    </>
  )
}

function Section({
  slug,
  title,
  text,
  products,
  leads,
}: {
  slug: string
  title: string
  text: string
  products: readonly ProductSummary[]
  leads: boolean
}) {
  return (
    <section
      className="scroll-mt-20 pb-[clamp(2.5rem,1.5rem+3vw,5rem)] lg:scroll-mt-6"
      id={slug}
      aria-labelledby={`${slug}-title`}
    >
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h2 id={`${slug}-title`}>{title}</h2>
        {text && <p className="text-soft">{text}</p>}
      </div>
      <ProductGrid products={products} leads={leads} isBesideFilter />
    </section>
  )
}
