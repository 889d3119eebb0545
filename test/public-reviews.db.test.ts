import { beforeAll, expect, test } from 'vitest'
import { productReviewsResponse } from '#contract/product-reviews.ts'
import { ROUTES } from './e2e/routes.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

/** Strings that occur only in data that must never leave the shop. */
const CANARIES = ['canary-mail@example.com', 'CANARY-ORDER-7', 'Zanzibarowitz']
const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>

beforeAll(async () => {
  shop = await createTestShop(database.current)
  await rows(`insert into reviews (product_id, rating, title, body, reviewer_name, email, order_number, source, is_published, review_date, reply)
    select product, 1 + n % 5, 'Canary ' || n, 'Sings.', 'Cleo Zanzibarowitz', 'canary-mail@example.com', 'CANARY-ORDER-7', 'website_form', true,
      now() - n * interval '7 hours', 'Thank you.'
    from generate_series(1, 40) n, (values ('pure-bloom'), (null)) p (product)`)
})

function rows(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

async function get(path: string): Promise<string> {
  return (await shop.app.request(path)).text()
}

async function slice(query: string) {
  return productReviewsResponse.parse(JSON.parse(await get(`/api/products/pure-bloom/reviews${query}`)))
}

test('leaves email, order number and full name out of every public response', async () => {
  const pages = ROUTES.flatMap((path) => {
    const { pathname, search } = new URL(path, 'http://localhost')
    return [path, `${pathname === '/' ? '/_root' : pathname}.data${search}`]
  })
  const answers = [
    ...pages,
    '/reviews?page=2',
    '/reviews?product=pure-bloom',
    '/reviews.data?product=pure-bloom&page=2',
    '/api/products/pure-bloom/reviews',
    '/api/products/pure-bloom/reviews?sort=lowest&limit=48',
    '/api/products/pure-bloom/reviews?rating=1',
    '/api/reviews',
    '/api/suggestions?q=canary',
    '/sitemap.xml',
  ]
  let seen = 0
  for (const path of answers) {
    const text = await get(path)
    if (text.includes('Cleo Z.')) seen += 1
    for (const canary of CANARIES) expect(text.includes(canary), `${canary} in ${path}`).toBe(false)
  }
  expect(seen).toBeGreaterThan(8)
  const live = await shop.app.request('/api/products/pure-bloom/reviews/live')
  const first = await live.body?.getReader().read()
  for (const canary of CANARIES) expect(new TextDecoder().decode(first?.value)).not.toContain(canary)
})

test('pages through all reviews once and in order, for every sort and filter', async () => {
  for (const query of ['?sort=newest', '?sort=highest', '?sort=lowest', '?sort=newest&rating=2']) {
    const all = await slice(`${query}&limit=48`)
    const paged: typeof all.reviews = []
    for (let isMore = true; isMore;) {
      const after = paged.at(-1)?.id
      const next = await slice(`${query}&limit=5${after ? `&after=${after}` : ''}`)
      paged.push(...next.reviews)
      expect(next.total).toBe(all.total)
      isMore = next.has_more
    }
    expect(paged.slice(0, 48)).toEqual(all.reviews)
    expect(paged).toHaveLength(all.total)
    expect(new Set(paged.map(({ id }) => id)).size).toBe(paged.length)
  }
  const lowest = (await slice('?sort=lowest&limit=48')).reviews.map(({ rating }) => rating)
  expect(lowest).toEqual(lowest.toSorted((a, b) => a - b))
})

test('lists no unpublished review, whatever is requested', async () => {
  await rows(
    `insert into reviews (product_id, rating, title, body, reviewer_name, source) values ('pure-bloom', 5, 'Not yet', 'x', 'Ana', 'website_form')`,
  )
  for (const query of ['', '?rating=5', '?sort=highest&limit=48', '?is_published=false'])
    expect(await get(`/api/products/pure-bloom/reviews${query}`)).not.toContain('Not yet')
})

test('answers 404 for a removed review and an unknown product', async () => {
  const gone = '/api/products/pure-bloom/reviews?after=00000000-0000-4000-8000-000000000000'
  expect((await shop.app.request(gone)).status).toBe(404)
  expect((await shop.app.request('/api/products/unknown/reviews')).status).toBe(404)
})

test('returns the same deep page as paging there page by page', async () => {
  const expected = await rows(`select title from reviews where is_published order by review_date desc, id`)
  for (const page of [1, 2, 5, Math.ceil(expected.length / 12)]) {
    const { reviews, total } = JSON.parse(await get(`/api/reviews?page=${page}`)) as {
      reviews: { title: string }[]
      total: number
    }
    expect(total).toBe(expected.length)
    expect(reviews.map(({ title }) => title)).toEqual(
      expected.slice((page - 1) * 12, page * 12).map(({ title }) => title),
    )
  }
  expect(JSON.parse(await get('/api/reviews?page=100000'))).toMatchObject({ reviews: [] })
})
