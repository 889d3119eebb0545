import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { MESSAGES } from '#contract/messages.ts'
import { readSize } from '#contract/page-params.ts'
import type { ProductDetail } from '#domain/catalogue/product.ts'
import { priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { firstChoice } from '#domain/catalogue/stock.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { notFound } from '#web/catalogue/not-found.ts'
import { ProductGrid } from '#web/catalogue/product-grid.tsx'
import { pageContext } from '#web/context.ts'
import { useStatedDelivery } from '#web/delivery/use-arrival.ts'
import { paths } from '#web/paths.ts'
import { shareCardOf } from '#web/pictures/picture-addresses.ts'
import { BuyPanel } from '#web/product/buy-panel.tsx'
import { FactsTable } from '#web/product/facts-table.tsx'
import { ProductChoice } from '#web/product/product-choice.tsx'
import { ProductFacts } from '#web/product/product-facts.tsx'
import { ProductGallery } from '#web/product/product-gallery.tsx'
import { productJsonLd } from '#web/product/product-json-ld.ts'
import { ProductNotFound } from '#web/product/product-not-found.tsx'
import { ProductReviews } from '#web/product/product-reviews.tsx'
import { useLiveRating } from '#web/reviews/use-live-rating.ts'
import { Breadcrumbs } from '#web/seo/breadcrumbs.tsx'
import { JsonLd } from '#web/seo/json-ld.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { RatingLine } from '#web/ui/stars.tsx'
import { useRates } from '#web/ui/use-rates.ts'
import type { Route } from './+types/product.ts'

export const meta: Route.MetaFunction = (args) => {
  const product = args.loaderData?.value?.product
  if (!product) return pageMeta(args, { title: 'Product Not Found', description: '', isHidden: true })
  return pageMeta(args, { title: product.name, description: product.shortDescription, productId: shareCardOf(product) })
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const { catalog, collections, policies, reviews } = page.services
  const result = await loadOrFail(page, url, async () => {
    const product = await catalog.findBySlug(params.slug)
    if (!product) return undefined
    const address = paths.product(product.id, offeredSize(product, readSize(url.searchParams)))
    page.share(address, `product:${product.id}`, 'catalogue', 'reviews', 'policies')
    const [related, newest, summary, returns, collection] = await Promise.all([
      catalog.listRelated(product),
      reviews.listNewest(product.id),
      reviews.summaryOf(product.id),
      policies.publishedAt('shipping-returns'),
      collections.findFor(product.id),
    ])
    const shop = { origin: page.shop.websiteUrl, hasReturnPolicy: returns !== undefined }
    const crumb = collection && { slug: collection.slug, name: collection.name }
    return { product, related, reviews: newest, summary, shop, crumb }
  })
  if (result.data.value === undefined && result.init?.status !== 503) throw notFound(page)
  return result
}

function offeredSize({ pricing }: ProductDetail, size: Size | undefined): Size | undefined {
  return size && priceOf(pricing, size) !== undefined ? size : undefined
}

/** The size in the address is read by the browser itself. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate
}

export default function Product({ loaderData: { value } }: Route.ComponentProps) {
  return value ? <ProductPage {...value} /> : <LoadFailed message={MESSAGES.productFailed} />
}

type ProductPageProps = NonNullable<Route.ComponentProps['loaderData']['value']>

function ProductPage({ product, related, reviews, summary: drawn, shop, crumb }: ProductPageProps) {
  const [query] = useSearchParams()
  const { shipping } = useRates()
  const delivery = useStatedDelivery()
  const summary = useLiveRating(product.id, drawn)
  const size = offeredSize(product, readSize(query)) ?? firstChoice(product)
  return (
    <>
      <JsonLd data={productJsonLd(product, reviews, { ...shop, shipping, delivery })} />
      <Breadcrumbs
        origin={shop.origin}
        crumbs={[
          { name: 'Home', to: paths.home() },
          ...(crumb ? [{ name: crumb.name, to: paths.collection(crumb.slug) }] : []),
          { name: product.name, to: paths.product(product.id) },
        ]}
      />
      <article className="wrap grid items-start gap-x-[clamp(1.5rem,5vw,5rem)] gap-y-8 md:grid-cols-[1.1fr_1fr]">
        <ProductGallery product={product} size={size} key={product.id} />
        <div>
          <p className="eyebrow">{product.category}</p>
          <h1 className="mt-2">{product.name}</h1>
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            {summary.count > 0 ? (
              <a className="underlined" href="#reviews">
                <RatingLine rating={summary} />
              </a>
            ) : (
              <RatingLine rating={summary} />
            )}
            {product.pricing.kind === 'single' && product.pricing.info && (
              <span className="rounded-pill border border-line bg-paper px-3 py-0.5 text-small">
                {product.pricing.info}
              </span>
            )}
          </div>
          <p className="mt-5 max-w-xl text-lead text-bark">{product.shortDescription}</p>
          <ProductChoice product={product} />
          <BuyPanel product={product} size={size} />
          <ProductFacts product={product} />
        </div>
      </article>
      <FactsTable product={product} />
      <ProductReviews product={product} reviews={reviews} summary={summary} key={product.id} />
      {related.length > 0 && (
        <section className="wrap pt-band" aria-labelledby="related">
          <h2 className="mb-8" id="related">
            Goes well beside it
          </h2>
          <ProductGrid products={related} />
        </section>
      )}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return <ProductNotFound />
}
