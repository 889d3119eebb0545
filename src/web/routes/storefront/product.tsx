import { lazy } from 'react'
import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs, useLocation, useSearchParams } from 'react-router'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { readSize } from '#contract/size-param.ts'
import { factMarks, factRows } from '#domain/catalogue/fact-rows.ts'
import { feelMoments } from '#domain/catalogue/feel.ts'
import type { ProductDetail } from '#domain/catalogue/product.ts'
import { priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { firstChoice } from '#domain/catalogue/stock.ts'
import { leadingNumberWord } from '#domain/text/number-words.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { notFound } from '#web/catalogue/not-found.ts'
import { pageContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { shareCardOf } from '#web/pictures/picture-addresses.ts'
import { BuyPanel } from '#web/product/buy-panel.tsx'
import { ProductGallery } from '#web/product/product-gallery.tsx'
import { productJsonLd } from '#web/product/product-json-ld.ts'
import { Marks } from '#web/profile/marks.tsx'
import { useLiveRating } from '#web/reviews/use-live-rating.ts'
import { Breadcrumbs } from '#web/seo/breadcrumbs.tsx'
import { JsonLd } from '#web/seo/json-ld.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { shouldRevalidate as keepWithoutMark } from '#web/should-revalidate.ts'
import { nearPart } from '#web/ui/near-part.tsx'
import { RatingLine } from '#web/ui/stars.tsx'
import type { Route } from './+types/product.ts'

/** Everything from the folds down to the reviews. */
const ProductStory = nearPart(async () => (await import('#web/product/product-story.tsx')).ProductStory)

const ProductNotFound = lazy(async () => {
  const { ProductNotFound: NotFound } = await import('#web/product/product-not-found.tsx')
  return { default: NotFound }
})

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
    const [routine, { newest, insights }, summary, returns, collection] = await Promise.all([
      catalog.findRoutine(product),
      reviews.readNewest(product.id),
      reviews.summaryOf(product.id),
      policies.publishedAt('shipping-returns'),
      collections.findFor(product.id),
    ])
    // If there's no oil for the other time of day, the most similar ones.
    const related = routine ? [] : await catalog.listRelated(product)
    const { websiteUrl: origin, delivery, returns: terms } = page.shop
    const { shipping } = page.services.rates.current()
    // Computed here, so that the browser needs neither this nor the rules behind the facts.
    const words = {
      marks: factMarks(product),
      facts: factRows(product),
      feel: feelMoments(product.feel),
      ingredientCount: leadingNumberWord(product.ingredients.length),
    }
    const forMachines = productJsonLd(product, newest, {
      origin,
      shipping,
      delivery,
      returns: terms,
      hasReturnPolicy: returns !== undefined,
    })
    const crumb = collection && { slug: collection.slug, name: collection.name }
    const rendered = { reviews: newest, summary }
    return { product, routine, related, rendered, insights, words, forMachines, origin, crumb }
  })
  if (result.data.value === undefined && result.init?.status !== 503) throw notFound(page)
  return result
}

function offeredSize({ pricing }: ProductDetail, size: Size | undefined): Size | undefined {
  return size && priceOf(pricing, size) !== undefined ? size : undefined
}

/** The browser reads the size in the address itself, too. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl } = args
  return (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search) && keepWithoutMark(args)
}

export default function Product({ loaderData: { value } }: Route.ComponentProps) {
  return value ? <ProductPage {...value} /> : <LoadFailed message={PAGE_MESSAGES.productFailed} />
}

type ProductPageProps = NonNullable<Route.ComponentProps['loaderData']['value']>

function ProductPage(props: ProductPageProps) {
  const { product, routine, related, rendered, insights, words, forMachines, origin, crumb } = props
  const [query] = useSearchParams()
  const { hash, state } = useLocation()
  const summary = useLiveRating(product.id, rendered.summary)
  const size = offeredSize(product, readSize(query)) ?? firstChoice(product)
  return (
    <>
      <JsonLd data={forMachines} />
      {/* On a phone the picture and the name fill the first screen. */}
      <div className="max-md:hidden">
        <Breadcrumbs
          origin={origin}
          crumbs={[
            { name: 'Home', to: paths.home() },
            ...(crumb ? [{ name: crumb.name, to: paths.collection(crumb.slug) }] : []),
            { name: product.name, to: paths.product(product.id) },
          ]}
        />
      </div>
      <article className="wrap product-top">
        <ProductGallery product={product} size={size} key={product.id} />
        <BuyPanel product={product} size={size}>
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
          <p className="mt-4 max-w-xl text-lead text-bark">{product.shortDescription}</p>
          <FactMarks marks={words.marks} />
          <div className="mt-4">
            <Marks {...product} />
          </div>
        </BuyPanel>
      </article>
      <ProductStory
        // For a link to a part of it, or to the review form.
        isWanted={hash !== '' || query.has('order') || state !== null}
        part={{ product, size, words, routine, rendered, summary, insights, related }}
        key={product.id}
      />
    </>
  )
}

function FactMarks({ marks }: { marks: readonly string[] }) {
  if (marks.length === 0) return null
  return (
    <ul className="marks mt-5">
      {marks.map((mark) => (
        <li key={mark}>{mark}</li>
      ))}
    </ul>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return <ProductNotFound />
}
