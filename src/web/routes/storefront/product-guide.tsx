import { Link } from 'react-router'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { guideLine } from '#domain/catalogue/product.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { pageContext } from '#web/context.ts'
import { PageHero } from '#web/frame/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'
import { Marks } from '#web/profile/marks.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/product-guide.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Product Guide',
    description: 'What each oil does, in a sentence, and what is in it. Read it before you choose.',
  })

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.share(paths.productGuide(), 'catalogue')
  return loadOrFail(page, url, () => page.services.catalog.listAll())
}

export default function ProductGuide({ loaderData: { value: products } }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        eyebrow="Read before you choose"
        title="Product Guide"
        lead="Each oil in a sentence. Open one for what is in it and why."
      />
      <section className="wrap pt-[clamp(2rem,1rem+3vw,4rem)]" aria-label="Products">
        <h2 className="sr-only">All oils</h2>
        {!products && <LoadFailed message={PAGE_MESSAGES.productsFailed} />}
        {products?.length === 0 && <p className="py-16 text-center text-lead text-soft">{PAGE_MESSAGES.noProducts}</p>}
        <ul className="grid gap-x-gutter gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {products?.map((product, index) => (
            <li key={product.id}>
              <article className="grid h-full grid-cols-[7rem_1fr] gap-5 border-t border-line pt-6 sm:grid-cols-[8.5rem_1fr]">
                <Picture
                  className="aspect-4/5"
                  picture={product.picture}
                  sizes="136px"
                  isDecoration
                  isLead={index < 6}
                />
                <div className="flex flex-col items-start">
                  <p className="eyebrow">{product.category}</p>
                  <h3 className="mt-1">{product.name}</h3>
                  <Marks {...product} />
                  <p className="mt-2 flex-1 text-soft">{guideLine(product)}</p>
                  <Link className="underlined mt-3" to={paths.productGuide(product.id)}>
                    View Details<span className="sr-only"> of {product.name}</span>
                  </Link>
                </div>
              </article>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
