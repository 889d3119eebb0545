import { useCallback } from 'react'
import { Form, Link, redirect, useNavigate } from 'react-router'
import { readReviewsQuery } from '#contract/page-params.ts'
import { BRAND, NO_PRODUCT, pageLinks, reviewFilter, REVIEWS_PER_PAGE } from '#domain/reviews/review.ts'
import { LoadFailed } from '#web/catalogue/load-failed.tsx'
import { loadOrFail } from '#web/catalogue/load-or-fail.ts'
import { pageContext } from '#web/context.ts'
import { PageHero } from '#web/frame/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { Ledger } from '#web/reviews/ledger.tsx'
import { ReviewCard } from '#web/reviews/review-card.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import type { Route } from './+types/reviews.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) => {
  const { products = [], product = '', page = 1 } = args.loaderData?.value ?? {}
  const name = product === BRAND ? 'Bloomera' : products.find(({ id }) => id === product)?.name
  return pageMeta(args, {
    title: ['Reviews', name && `of ${name}`, page > 1 && `(page ${page})`].filter(Boolean).join(' '),
    description: 'What people write about our oils and about us, the critical ones included.',
    address: paths.reviews({ product, page }),
    isHidden: product === NO_PRODUCT,
  })
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const { catalog, reviews } = page.services
  return loadOrFail(page, url, async () => {
    const products = (await catalog.listAll()).map(({ id, name }) => ({ id, name }))
    const { product: asked = '', page: number = 1 } = readReviewsQuery(url.searchParams)
    const isKnown = asked === '' || asked === BRAND || products.some(({ id }) => id === asked)
    const product = isKnown ? asked : NO_PRODUCT
    const filter = reviewFilter(product)
    const last = Math.max(1, Math.ceil((await reviews.count(filter)) / REVIEWS_PER_PAGE))
    if (number > last) throw redirect(paths.reviews({ product, page: last }))
    const [list, ledger] = await Promise.all([reviews.listPage(filter, number), reviews.ledger()])
    page.share(paths.reviews({ product, page: number }), 'reviews', 'review-ledger', 'catalogue')
    return { products, product, page: number, last, ledger, ...list }
  })
}

export default function Reviews({ loaderData: { value } }: Route.ComponentProps) {
  const navigate = useNavigate()
  if (!value) return <LoadFailed message="Reviews couldn’t be loaded" />
  const { products, product, page, last, reviews, total, ledger } = value
  const first = (page - 1) * REVIEWS_PER_PAGE + 1
  return (
    <>
      <PageHero
        eyebrow="In their words"
        title="Reviews"
        lead="From people who bought an oil, or wrote to us about one. We read each before it appears, and we never hide critical ones."
      />
      <div className="wrap pt-8">
        <Form className="flex flex-wrap items-end justify-between gap-4" action={paths.reviews()}>
          <ProductSelect
            products={products}
            product={product}
            onChoose={(chosen) => void navigate(paths.reviews({ product: chosen }), { preventScrollReset: true })}
          />
          <noscript>
            <button className="button" type="submit">
              Apply
            </button>
          </noscript>
          {reviews.length > 0 && (
            <p className="text-soft tabular-nums" role="status">
              Showing {first}-{first + reviews.length - 1} of {total} reviews
            </p>
          )}
        </Form>
        {reviews.length === 0 && (
          <p className="py-16 text-center text-lead text-soft">No reviews found matching your filter</p>
        )}
        <ul className="mt-8 grid gap-x-gutter gap-y-10 md:grid-cols-2 lg:grid-cols-3">
          {reviews.map((review) => (
            <li key={review.id}>
              <ReviewCard review={review} showsProduct headingLevel="h2" />
            </li>
          ))}
        </ul>
        <Pagination product={product} page={page} last={last} />
        <Ledger ledger={ledger} />
        <p className="mt-5">
          <Link className="underlined" to={paths.ourReviews()}>
            How our reviews work
          </Link>
        </p>
      </div>
    </>
  )
}

type ProductSelectProps = {
  products: { id: string; name: string }[]
  product: string
  onChoose: (product: string) => void
}

function ProductSelect({ products, product, onChoose }: ProductSelectProps) {
  // Back and Forward change the choice, too. A new key would do the same, but lose the focus.
  const choose = useCallback(
    (select: HTMLSelectElement | null) => {
      if (select) select.value = product
    },
    [product],
  )
  return (
    <label className="grid gap-1">
      <span className="text-small text-soft">Show</span>
      <select
        className="field"
        name="product"
        defaultValue={product}
        ref={choose}
        onChange={({ target }) => onChoose(target.value)}
      >
        {product === NO_PRODUCT && <option value={NO_PRODUCT}>Unknown oil</option>}
        <option value="">All Reviews</option>
        <option value={BRAND}>Brand Testimonials</option>
        {products.map(({ id, name }) => (
          <option value={id} key={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function Pagination({ product, page, last }: { product: string; page: number; last: number }) {
  if (last === 1) return null
  const to = (number: number) => paths.reviews({ product, page: number })
  return (
    <nav className="mt-12 flex flex-wrap items-center justify-center gap-1" aria-label="Pages">
      {page > 1 && (
        <Link className="px-3 py-2.5 hover:underline" to={to(page - 1)} rel="prev">
          Previous
        </Link>
      )}
      {pageLinks(page, last).map((number, index, all) =>
        number === null ? (
          <span className="px-1 text-soft" key={`after-${all[index - 1]}`}>
            …
          </span>
        ) : (
          <Link
            className="flex size-11 items-center justify-center tabular-nums hover:bg-linen aria-[current=page]:bg-forest aria-[current=page]:text-bone"
            to={to(number)}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`Page ${number}`}
            key={number}
          >
            {number}
          </Link>
        ),
      )}
      {page < last && (
        <Link className="px-3 py-2.5 hover:underline" to={to(page + 1)} rel="next">
          Next
        </Link>
      )}
    </nav>
  )
}
