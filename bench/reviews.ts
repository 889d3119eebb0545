/** What reviews cost with a thousand of them and with a million, on PostgreSQL, uncached. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/open-postgres.ts'
import { seedShop } from '#server/db/seed-shop.ts'
import { createCatalogService } from '#server/services/catalog.ts'
import { createReviewService } from '#server/services/reviews.ts'
import { startPostgres } from '#test/postgres-server.ts'
import { median } from './median.ts'

const SMALL = 1000
const LARGE = 1_000_000
const ROUNDS = 60
const WARM_UP = 10
const PAGE_SIZE = 12

/** Two years of reviews of sixteen oils, one in fifty about the brand. */
function growth(from: number, to: number): string {
  return `insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published, verified_purchase, review_date, last_shown_at)
    select case when n % 50 = 0 then null else ids[1 + n % 16] end, 1 + (n * 7) % 5, 'Review ' || n, repeat('It sinks in and stays. ', 8),
      'Reviewer ' || n % 5000, 'website_form', true, n % 3 = 0, now() - (n::bigint * 7919 % 63072000) * interval '1 second',
      case when n % 4 = 0 then null else now() - (n % 900) * interval '1 hour' end
    from generate_series(${from}, ${to}) n, (select array_agg(id order by id) as ids from products) p`
}

type Timings = Record<string, number>

async function measure(database: Database, count: number): Promise<Timings> {
  const catalog = createCatalogService(database)
  const reviews = createReviewService(database, () => new Date())
  // With a thousand reviews page 1,000 is empty; its last page is what it is held against.
  const deep = Math.min(1000, Math.floor(count / PAGE_SIZE))
  const loads: Record<string, () => Promise<unknown>> = {
    productPage: async () => {
      const product = await catalog.findBySlug('pure-bloom')
      return Promise.all([reviews.listNewest(product?.id ?? ''), reviews.summaryOf('pure-bloom')])
    },
    reviewsPage1: () => reviews.listPage({ kind: 'all' }, 1),
    reviewsPage1000: () => reviews.listPage({ kind: 'all' }, deep),
    testimonials: () => reviews.listTestimonials(),
    ledger: () => reviews.ledger(),
  }
  const results: Timings = {}
  for (const [name, load] of Object.entries(loads)) {
    const times: number[] = []
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const start = performance.now()
      await load()
      times.push(performance.now() - start)
    }
    results[name] = median(times.slice(WARM_UP))
  }
  return results
}

async function grow(database: Database, statement: string): Promise<void> {
  await database.withConnection(async (connection) => {
    await connection.exec(`set statement_timeout = 0`)
    await connection.exec(statement)
    await connection.exec('vacuum analyze reviews, review_days, product_ratings, review_ledger')
    await connection.exec('reset statement_timeout')
  })
}

export async function measureReviews() {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const { server, address } = await startPostgres(folder)
  await server.createDatabase('bench')
  const database = openPostgres({ url: `${address}/bench` })
  try {
    await migrate(database, path.resolve(import.meta.dirname, '../db/migrations'))
    await seedShop(database, { withDemoData: false, now: new Date() })
    await grow(database, growth(1, SMALL))
    const small = await measure(database, SMALL)
    await grow(database, growth(SMALL + 1, LARGE))
    const large = await measure(database, LARGE)
    return Object.fromEntries(
      Object.keys(small).map((name) => {
        const [before = 0, after = 0] = [small[name], large[name]]
        return [name, { msWith1000: round(before), msWith1000000: round(after), ratio: round(after / before) }]
      }),
    )
  } finally {
    await database.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
