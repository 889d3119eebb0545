import { data, isRouteErrorResponse, redirect } from 'react-router'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { pageTexts } from '#domain/catalogue/collections.ts'
import { isCommonFilter, offerChoices, readFilter } from '#domain/catalogue/product-filter.ts'
import { CollectionPage } from '#web/catalogue/collection-page.tsx'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { notFound } from '#web/catalogue/not-found.ts'
import { pageContext } from '#web/context.ts'
import { NotFoundPage } from '#web/frame/not-found-page.tsx'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/collection.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) => {
  const value = args.loaderData
  if (!value) return pageMeta(args, { title: 'Page not found', description: '', isHidden: true })
  const { shown } = value
  return pageMeta(args, {
    title: shown?.texts.seoTitle ?? PAGE_MESSAGES.productsFailed,
    description: shown?.texts.seoDescription ?? '',
    // An empty shelf is no use as a search result.
    isHidden: !shown || shown.isEmpty,
  })
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const { collections } = page.services
  const found = await loadOrFail(page, url, async () => ({ collection: await collections.find(params.collection) }))
  if (!found.data.value) return data({ shown: undefined, found: undefined }, found.init ?? {})
  const { collection } = found.data.value
  if (!collection) {
    const moved = await collections.movedTo(params.collection)
    if (moved === undefined) throw notFound(page)
    throw redirect(moved === null ? paths.shopAll() : paths.collection(moved), 301)
  }
  const filter = readFilter(url.searchParams)
  if (isCommonFilter(filter)) page.share(paths.collection(collection.slug, filter), 'catalogue', 'reviews')
  const listed = await loadOrFail(page, url, async () => {
    const { products, kinds } = await collections.listProducts(collection, filter)
    return { products, filter, choices: offerChoices(kinds, filter) }
  })
  const { slug, picture, count } = collection
  const shown = { slug, texts: pageTexts(collection, count), picture, isEmpty: count === 0 }
  return data({ shown, found: listed.data.value }, listed.init ?? {})
}

export default function CollectionRoute({ loaderData: { shown, found } }: Route.ComponentProps) {
  if (!shown) return <LoadFailed message={PAGE_MESSAGES.productsFailed} />
  const { slug, texts, picture } = shown
  return (
    <CollectionPage
      hero={{ eyebrow: texts.eyebrow, title: texts.title, lead: texts.lead, picture }}
      found={found}
      slug={slug}
      emptyText={texts.emptyText}
      failureText={texts.failureText}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return <NotFoundPage />
}
