import { ProductCard } from '#web/catalogue/product-card.tsx'
import { pageContext } from '#web/context.ts'
import { NewsletterForm } from '#web/newsletter/newsletter-form.tsx'
import type { Route } from './+types/home.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Bloomera: botanical skincare oils' },
  {
    name: 'description',
    content: 'Cold-pressed botanical oils for face, body and hair, blended by hand in small batches.',
  },
]

export async function loader({ context }: Route.LoaderArgs) {
  const { services, tags } = context.get(pageContext)
  tags.add('catalogue').add('reviews')
  return { featured: await services.catalog.listFeatured() }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <section className="wrap py-band">
        <p className="eyebrow">Botanical skincare oils</p>
        <h1 className="mt-4 max-w-3xl text-hero">
          Slow oils for <em className="font-normal">quiet, luminous</em> skin
        </h1>
        <p className="mt-6 max-w-md text-lead text-bark">
          Cold-pressed, blended by hand in small batches, and nothing on the label you would have to look up.
        </p>
      </section>
      <section className="wrap" aria-labelledby="featured">
        <h2 id="featured">Featured Products</h2>
        <ul className="mt-8 grid grid-cols-2 gap-x-gutter gap-y-10 lg:grid-cols-4">
          {loaderData.featured.map(({ product, badge }) => (
            <li key={product.id}>
              <ProductCard product={product} badge={badge} />
            </li>
          ))}
        </ul>
      </section>
      <section
        className="mt-band bg-linear-to-b from-bone to-linen px-gutter py-band text-center"
        id="newsletter"
        aria-labelledby="newsletter-title"
      >
        <h2 id="newsletter-title">Ten percent for a first drop</h2>
        <p className="mt-3 mb-7 text-soft">Letters now and then: new harvests, how to use them, nothing loud.</p>
        <div className="mx-auto max-w-[30rem]">
          <NewsletterForm source="home" />
        </div>
      </section>
    </>
  )
}
