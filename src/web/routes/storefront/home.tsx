import italicFont from '@fontsource-variable/cormorant-garamond/files/cormorant-garamond-latin-wght-italic.woff2?url'
import { Link } from 'react-router'
import { MESSAGES } from '#contract/messages.ts'
import type { ShopFacts } from '#server/env.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { ProductCard } from '#web/catalogue/product-card.tsx'
import { pageContext, TODAY } from '#web/context.ts'
import { Difference, IngredientIntegrity } from '#web/home/bands.tsx'
import { Hero } from '#web/home/hero.tsx'
import { ShopByNeed } from '#web/home/shop-by-need.tsx'
import { Testimonials } from '#web/home/testimonials.tsx'
import { paths } from '#web/paths.ts'
import { JsonLd } from '#web/seo/json-ld.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/home.ts'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: italicFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Bloomera: botanical skincare oils',
    description:
      'Botanical oils for face, body and hair, blended by hand in small batches, with every ingredient explained.',
  })

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const { catalog, reviews } = page.services
  page.tags.add('catalogue').add('reviews').add(TODAY)
  return loadOrFail(page, url, async () => {
    const [featured, testimonials] = await Promise.all([catalog.listFeatured(), reviews.listTestimonials()])
    return { featured, testimonials, publicKey: page.publicKey, organization: organizationJsonLd(page.shop) }
  })
}

function organizationJsonLd(shop: ShopFacts): Record<string, unknown> {
  return {
    '@type': 'Organization',
    name: 'Bloomera',
    url: shop.websiteUrl,
    logo: `${shop.websiteUrl}/apple-touch-icon.png`,
    sameAs: [shop.instagramUrl],
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      email: shop.email,
      telephone: shop.phone,
    },
  }
}

export default function Home({ loaderData: { value } }: Route.ComponentProps) {
  return (
    <>
      {value && <JsonLd data={value.organization} />}
      <Hero />
      <ShopByNeed />
      <section className="wrap pt-band" aria-labelledby="featured">
        <div className="mb-8 flex flex-wrap items-baseline justify-between gap-4">
          <h2 id="featured">Featured Products</h2>
          <Link className="underlined" to={paths.shopAll()}>
            Shop all sixteen
          </Link>
        </div>
        {value ? (
          <ul className="grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-gutter lg:grid-cols-4">
            {value.featured.map(({ product, badge, reason }) => (
              <li key={product.id}>
                <ProductCard product={product} badge={{ text: badge, reason }} />
              </li>
            ))}
          </ul>
        ) : (
          <LoadFailed message={MESSAGES.productsFailed} />
        )}
      </section>
      <Difference />
      <IngredientIntegrity />
      {value && value.testimonials.wide.length > 0 && (
        <Testimonials {...value.testimonials} publicKey={value.publicKey} />
      )}
    </>
  )
}
