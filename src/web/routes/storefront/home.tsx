import { data } from 'react-router'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import type { ShopFacts } from '#contract/shop-facts.ts'
import { WANTS } from '#domain/catalogue/finder.ts'
import { asDecoration } from '#domain/catalogue/product.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { ProductCard } from '#web/catalogue/product-card.tsx'
import { pageContext, SETTINGS, TODAY } from '#web/context.ts'
import italicFont from '#web/fonts/cormorant-garamond-italic.woff2?url'
import { Difference, IngredientIntegrity } from '#web/home/bands.tsx'
import { FinderBand, type FirstAnswer } from '#web/home/finder-band.tsx'
import { Hero, heroPicture } from '#web/home/hero.tsx'
import { ShopByNeed } from '#web/home/shop-by-need.tsx'
import { Testimonials } from '#web/home/testimonials.tsx'
import { NewsletterForm } from '#web/newsletter/newsletter-form.tsx'
import { paths } from '#web/paths.ts'
import { picturePreload } from '#web/pictures/picture.tsx'
import { renderedPicture } from '#web/pictures/rendered-pictures.server.ts'
import { JsonLd } from '#web/seo/json-ld.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { textMeta } from '#web/texts/text-meta.ts'
import { TextLink, Words } from '#web/texts/words.tsx'
import type { Route } from './+types/home.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: italicFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

export const meta: Route.MetaFunction = (args) => [
  ...(args.loaderData ? picturePreload(heroPicture(args.loaderData.pictures)) : []),
  ...pageMeta(args, textMeta(args.loaderData)),
]

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const { catalog, collections, reviews } = page.services
  const { words } = page.texts('home')
  const loaded = await loadOrFail(page, url, async () => {
    const [featured, needs, testimonials] = await Promise.all([
      catalog.listFeatured(),
      collections.listNeeds(),
      reviews.listTestimonials().catch((error: unknown) => page.logError(error, url.pathname)),
    ])
    // Without testimonials the page is good enough to show, but not to cache.
    if (testimonials) page.share(paths.home(), 'catalogue', 'reviews', SETTINGS, TODAY)
    return {
      featured,
      needs,
      testimonials,
      finder: firstAnswers(),
      publicKey: page.publicKey,
      organization: organizationJsonLd(page.shop),
    }
  })
  // The texts and pictures don't need the database: they're shown even if the rest can't be read.
  return data({ words, pictures: listPictures(), ...loaded.data }, loaded.init ?? undefined)
}

function listPictures() {
  const [hero, tall, difference, integrity] = ['hero', 'hero-tall', 'difference', 'integrity'].map(renderedPicture)
  return { hero, 'hero-tall': tall, difference: asDecoration(difference), integrity: asDecoration(integrity) }
}

/** The skin finder's first question, answered with one tap. */
function firstAnswers(): FirstAnswer[] {
  return Object.entries(WANTS).map(([want, { label }]) => ({ to: paths.skinFinder([['want', want]]), label }))
}

function organizationJsonLd(shop: ShopFacts): Record<string, unknown> {
  return {
    '@type': 'Organization',
    name: 'Bloomera',
    url: shop.websiteUrl,
    logo: `${shop.websiteUrl}/apple-touch-icon.png`,
    legalName: shop.name,
    ...(shop.address && { address: shop.address }),
    sameAs: shop.social.map(({ url }) => url),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      email: shop.email,
      telephone: shop.phone,
    },
  }
}

export default function Home({ loaderData: { value, words, pictures } }: Route.ComponentProps) {
  return (
    <>
      {value && <JsonLd data={value.organization} />}
      <Hero words={words.hero} points={words.selling.points} pictures={pictures} />
      {value && value.needs.length > 0 && <ShopByNeed needs={value.needs} words={words.needs} />}
      {value && <FinderBand answers={value.finder} words={words.finder} />}
      <section className="wrap pt-band" aria-labelledby="featured">
        <div className="mb-8 flex flex-wrap items-baseline justify-between gap-4">
          <h2 id="featured">{words.featured.title}</h2>
          <TextLink className="underlined" to={words.featured.link.to}>
            {words.featured.link.label}
          </TextLink>
        </div>
        {value ? (
          <ul className="grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-gutter lg:grid-cols-4">
            {value.featured.map(({ product, badge, reason }) => (
              <li key={product.id}>
                <ProductCard product={product} badge={badge ? { text: badge, reason } : undefined} />
              </li>
            ))}
          </ul>
        ) : (
          <LoadFailed message={PAGE_MESSAGES.productsFailed} />
        )}
      </section>
      <Difference words={words.difference} picture={pictures.difference} />
      <IngredientIntegrity words={words.integrity} picture={pictures.integrity} />
      {value?.testimonials && value.testimonials.wide.length > 0 && (
        <Testimonials {...value.testimonials} publicKey={value.publicKey} words={words.testimonials} />
      )}
      <section
        className="first-order-only -mb-band bg-linear-to-b from-bone to-linen px-gutter py-band text-center"
        id="newsletter"
        aria-labelledby="newsletter-title"
      >
        <h2 id="newsletter-title">
          <Words text={words.newsletter.title} />
        </h2>
        <p className="mt-3 mb-7 text-soft">
          <Words text={words.newsletter.text} />
        </p>
        <div className="mx-auto max-w-[30rem]">
          <NewsletterForm source="home" />
        </div>
      </section>
    </>
  )
}
