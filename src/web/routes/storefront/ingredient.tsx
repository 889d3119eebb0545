import { isRouteErrorResponse, Link } from 'react-router'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { INGREDIENT_GROUPS } from '#domain/catalogue/product.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { notFound } from '#web/catalogue/not-found.ts'
import { ProductGrid } from '#web/catalogue/product-grid.tsx'
import { pageContext } from '#web/context.ts'
import { NotFoundPage } from '#web/frame/not-found-page.tsx'
import { paths } from '#web/paths.ts'
import { LeftOutMark } from '#web/profile/marks.tsx'
import { Breadcrumbs } from '#web/seo/breadcrumbs.tsx'
import { JsonLd } from '#web/seo/json-ld.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Route } from './+types/ingredient.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) => {
  const entry = args.loaderData?.value?.ingredient
  if (!entry) return pageMeta(args, { title: 'Page not found', description: '', isHidden: true })
  return pageMeta(args, {
    title: `${entry.name} in skin care`,
    description: `${entry.name} (${entry.inci}): what it is rich in, what it does for the look and feel of skin, and which of our oils contain it.`,
  })
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const result = await loadOrFail(page, url, async () => {
    const found = await page.services.catalog.findIngredient(params.ingredient)
    if (!found) return undefined
    page.share(paths.ingredient(found.ingredient.slug), 'catalogue', 'reviews')
    return { ...found, origin: page.shop.websiteUrl }
  })
  if (result.data.value === undefined && result.init?.status !== 503) throw notFound(page)
  return result
}

export default function IngredientRoute({ loaderData: { value } }: Route.ComponentProps) {
  if (!value) return <LoadFailed message={PAGE_MESSAGES.productsFailed} />
  const { ingredient, products, before, after, origin } = value
  const { slug, name, inci, summary, richIn, benefits, properties, groups } = ingredient
  return (
    <>
      <JsonLd
        data={{
          '@type': 'DefinedTerm',
          name,
          alternateName: inci,
          description: `${summary} ${benefits}`,
          url: origin + paths.ingredient(slug),
          inDefinedTermSet: {
            '@type': 'DefinedTermSet',
            name: 'Ingredient Glossary',
            url: origin + paths.ingredients(),
          },
        }}
      />
      <Breadcrumbs
        origin={origin}
        crumbs={[
          { name: 'Home', to: paths.home() },
          { name: 'Glossary', to: paths.ingredients() },
          { name, to: paths.ingredient(slug) },
        ]}
      />
      <article className="wrap grid items-start gap-x-[clamp(1.5rem,5vw,5rem)] gap-y-8 pt-2 md:grid-cols-[1fr_1.6fr]">
        <div className="blend-drawing">
          <img
            className="mx-auto h-auto w-full max-w-72"
            src={`/botanicals/${slug}.svg`}
            width={160}
            height={200}
            alt={`Line drawing: ${name}`}
          />
        </div>
        <div>
          <p className="text-small text-soft">{inci}</p>
          <h1 className="mt-2">{name}</h1>
          <p className="mt-4 max-w-xl text-lead text-bark">{summary}</p>
          <LeftOutMark groups={groups} />
          <dl className="mt-7 border-t border-line">
            {[
              ['Rich In', richIn],
              ['Benefits', benefits],
              ['Properties', properties],
              ['Counts as', groups.map((group) => INGREDIENT_GROUPS[group]).join(', ')],
            ].map(
              ([term, text]) =>
                text && (
                  <div className="grid gap-x-6 gap-y-1 border-b border-line py-4 sm:grid-cols-[8rem_1fr]" key={term}>
                    <dt className="text-small text-soft">{term}</dt>
                    <dd className="max-w-prose">{text}</dd>
                  </div>
                ),
            )}
          </dl>
          {groups.map((group) => (
            <p className="mt-4 text-small" key={group}>
              <Link className="underlined" to={paths.shopAll({ without: [group] })}>
                Shop without {INGREDIENT_GROUPS[group].toLowerCase()}
              </Link>
            </p>
          ))}
        </div>
      </article>
      {products.length > 0 && (
        <section className="wrap pt-band" aria-labelledby="holders">
          <h2 className="mb-8 text-row" id="holders">
            In {products.length} of our oils
          </h2>
          <ProductGrid products={products} />
        </section>
      )}
      <nav className="wrap mt-14 flex flex-wrap justify-between gap-4" aria-label="Glossary">
        {before ? (
          <Link
            className="inline-flex min-h-11 items-center gap-2 hover:underline"
            to={paths.ingredient(before.slug)}
            rel="prev"
          >
            <Icon name="back" className="size-4" />
            {before.name}
          </Link>
        ) : (
          <span />
        )}
        <Link className="inline-flex min-h-11 items-center text-soft hover:underline" to={paths.ingredients()}>
          All ingredients
        </Link>
        {after ? (
          <Link
            className="inline-flex min-h-11 items-center gap-2 hover:underline"
            to={paths.ingredient(after.slug)}
            rel="next"
          >
            {after.name}
            <Icon name="arrow" className="size-4" />
          </Link>
        ) : (
          <span />
        )}
      </nav>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return <NotFoundPage />
}
