import { isRouteErrorResponse, Link } from 'react-router'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { notFound } from '#web/catalogue/not-found.ts'
import { pageContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { shareCardOf } from '#web/pictures/picture-addresses.ts'
import { Picture } from '#web/pictures/picture.tsx'
import { Benefits, Description, KeyIngredients } from '#web/product/blend.tsx'
import { Marks } from '#web/profile/marks.tsx'
import { Breadcrumbs } from '#web/seo/breadcrumbs.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/product-guide-detail.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) => {
  const product = args.loaderData?.value?.product
  if (!product) return pageMeta(args, { title: 'Product Not Found', description: '', isHidden: true })
  return pageMeta(args, {
    title: `${product.name}: what is in it`,
    description: product.shortDescription,
    productId: shareCardOf(product),
  })
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const result = await loadOrFail(page, url, async () => {
    const product = await page.services.catalog.findBySlug(params.slug)
    if (!product) return undefined
    page.share(paths.productGuide(product.id), `product:${product.id}`, 'catalogue')
    return { product, origin: page.shop.websiteUrl }
  })
  if (result.data.value === undefined && result.init?.status !== 503) throw notFound(page)
  return result
}

export default function ProductGuideDetail({ loaderData: { value } }: Route.ComponentProps) {
  if (!value) return <LoadFailed message={PAGE_MESSAGES.productFailed} />
  const { product, origin } = value
  return (
    <>
      <Breadcrumbs
        origin={origin}
        crumbs={[
          { name: 'Home', to: paths.home() },
          { name: 'Product Guide', to: paths.productGuide() },
          { name: product.name, to: paths.productGuide(product.id) },
        ]}
      />
      <article className="wrap grid items-start gap-x-[clamp(1.5rem,5vw,5rem)] gap-y-8 md:grid-cols-[1fr_1.2fr]">
        <Picture
          className="-mx-gutter aspect-4/5 md:sticky md:top-4 md:mx-0"
          picture={product.picture}
          sizes="(min-width: 1312px) 560px, (min-width: 768px) 44vw, 100vw"
          isLead
        />
        <div>
          <p className="eyebrow">{product.category}</p>
          <h1 className="mt-2">{product.name}</h1>
          <p className="mt-5 max-w-xl text-lead text-bark">{product.shortDescription}</p>
          <Marks {...product} />
          <h2 className="mt-10 text-title">About This Blend</h2>
          <Description description={product.description} />
          <h2 className="mt-8 text-title">Benefits</h2>
          <Benefits benefits={product.benefits} />
          <h2 className="mt-8 text-title">Key Ingredients</h2>
          <KeyIngredients ingredients={product.ingredients} />
          <p className="mt-10 flex flex-wrap items-center gap-6">
            <Link className="button" to={paths.product(product.id)}>
              Shop this oil
            </Link>
            <Link className="underlined" to={paths.productGuide()}>
              Back to the Product Guide
            </Link>
          </p>
        </div>
      </article>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return (
    <div className="wrap py-band text-center">
      <h1>Product Not Found</h1>
      <p className="mt-8">
        <Link className="button" to={paths.productGuide()}>
          Back to the Product Guide
        </Link>
      </p>
    </div>
  )
}
