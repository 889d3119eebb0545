import { useCallback } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { MESSAGES } from '#contract/messages.ts'
import { readShopAllQuery } from '#contract/page-params.ts'
import { withCount } from '#domain/catalogue/collections.ts'
import { INGREDIENT_GROUPS, type IngredientGroup, type ProductSummary } from '#domain/catalogue/product.ts'
import { cleanSearch } from '#domain/catalogue/search-terms.ts'
import { counted } from '#domain/time/display.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { ProductGrid } from '#web/catalogue/product-grid.tsx'
import { pageContext } from '#web/context.ts'
import { PageHero } from '#web/frame/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { SearchResults } from '#web/search/search-results.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/shop-all.ts'

/** Its slug can't be that of a collection. */
const REST = { slug: 'shop-all', title: 'More oils', text: '' }

export const meta: Route.MetaFunction = (args) => {
  const search = cleanSearch(new URLSearchParams(args.location.search).get('search'))
  return pageMeta(args, {
    title: search ? `Search Results for "${search}"` : 'Shop All',
    description:
      'All our botanical oils for face, body and hair. Leave out what does not suit you: nuts, coconut, essential oils.',
    isHidden: search !== undefined,
  })
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const { catalog, collections } = page.services
  const { search, page: number = 1, without = [] } = readShopAllQuery(url.searchParams)
  // Free text makes any number of addresses, so results are not shared.
  if (search) {
    return loadOrFail(page, url, async () => ({
      kind: 'search' as const,
      search,
      page: number,
      ...(await catalog.search(search, number)),
      collections: (await collections.listLinked()).map(({ slug, name }) => ({ slug, name })),
    }))
  }
  page.share(paths.shopAll({ without }), 'catalogue', 'reviews')
  return loadOrFail(page, url, async () => {
    const { shelves, rest } = await collections.listShelves(without)
    const sections = shelves.map(({ collection: { slug, name, shelfText, count }, products }) => ({
      slug,
      title: name,
      text: withCount(shelfText, count),
      products,
    }))
    return {
      kind: 'sections' as const,
      without,
      sections: rest.length > 0 ? [...sections, { ...REST, products: rest }] : sections,
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
        lead="Everything on one shelf. Leave out what does not suit you and see what stays."
      />
      {value ? (
        <>
          <IngredientFilter
            without={value.without}
            count={value.sections.reduce((sum, { products }) => sum + products.length, 0)}
          />
          {value.sections.map((section, index) => (
            <Section {...section} leads={index === 0} key={section.slug} />
          ))}
        </>
      ) : (
        <LoadFailed message={MESSAGES.productsFailed} />
      )}
    </>
  )
}

/** A plain form: without a script the button sends it, with one every tick does. */
function IngredientFilter({ without, count }: { without: readonly IngredientGroup[]; count: number }) {
  const submit = useSubmit()
  // Back and "Show all" tick, too. A new key would do the same, but take the focus away from whoever is ticking.
  const tick = useCallback(
    (form: HTMLFormElement | null) => {
      for (const box of form?.querySelectorAll('input') ?? []) box.checked = without.some((out) => out === box.value)
    },
    [without],
  )
  return (
    <Form
      className="border-b border-line"
      ref={tick}
      action={paths.shopAll()}
      preventScrollReset
      onChange={(event) => void submit(event.currentTarget, { preventScrollReset: true, replace: true })}
    >
      <fieldset className="wrap flex flex-wrap items-center gap-x-6 gap-y-1 py-4">
        <legend className="sr-only">Leave out oils that hold</legend>
        <span className="text-small text-soft" aria-hidden="true">
          Leave out
        </span>
        {Object.entries(INGREDIENT_GROUPS).map(([group, name]) => (
          <label className="flex min-h-11 items-center gap-2" key={group}>
            <input
              className="size-5 accent-forest"
              type="checkbox"
              name="without"
              value={group}
              defaultChecked={without.some((out) => out === group)}
            />
            {name}
          </label>
        ))}
        <noscript>
          <button className="button" type="submit">
            Apply
          </button>
        </noscript>
        <span className="ml-auto text-small text-soft tabular-nums" role="status">
          {counted(count, 'oil')}
        </span>
        {without.length > 0 && (
          <Link
            className="underlined text-small"
            to={paths.shopAll()}
            preventScrollReset
            // It goes when it has done its work; the focus would go with it.
            onClick={({ currentTarget }) => currentTarget.closest('form')?.querySelector('input')?.focus()}
          >
            Show all
          </Link>
        )}
      </fieldset>
    </Form>
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
      className="wrap scroll-mt-6 pt-[clamp(2.5rem,1.5rem+3vw,5rem)]"
      id={slug}
      aria-labelledby={`${slug}-title`}
    >
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h2 id={`${slug}-title`}>{title}</h2>
        {text && <p className="text-soft">{text}</p>}
      </div>
      {products.length > 0 ? (
        <ProductGrid products={products} leads={leads} />
      ) : (
        <p className="py-6 text-soft">Nothing here without what you left out.</p>
      )}
    </section>
  )
}
