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
const ROUNDS = 80
const WARM_UP = 10
const PAGE_SIZE = 12

/** Two years of reviews of sixteen oils, one in fifty about the brand. */
function growth(count: number): string {
  return `insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published, verified_purchase, review_date, last_shown_at)
    select case when n % 50 = 0 then null else ids[1 + n % 16] end, 1 + (n * 7) % 5, 'Review ' || n, repeat('It sinks in and stays. ', 8),
      'Reviewer ' || n % 5000, 'website_form', true, n % 3 = 0, now() - (n::bigint * 7919 % 63072000) * interval '1 second',
      case when n % 4 = 0 then null else now() - (n % 900) * interval '1 hour' end
    from generate_series(1, ${count}) n, (select array_agg(id order by id) as ids from products) p`
}

type Loads = Record<string, () => Promise<unknown>>

function loadsOf(database: Database, count: number): Loads {
  const catalog = createCatalogService(database)
  const reviews = createReviewService(database, () => new Date())
  // With a thousand reviews page 1,000 is empty; the last full page is what it is held against.
  const deep = Math.min(1000, Math.floor(count / PAGE_SIZE))
  return {
    productPage: () =>
      Promise.all([
        catalog.findBySlug('pure-bloom'),
        reviews.listNewest('pure-bloom'),
        reviews.summaryOf('pure-bloom'),
      ]),
    reviewsPage1: () => reviews.listPage({ kind: 'all' }, 1),
    reviewsPage1000: () => reviews.listPage({ kind: 'all' }, deep),
    testimonials: () => reviews.listTestimonials(),
    ledger: () => reviews.ledger(),
  }
}

async function milliseconds(load: (() => Promise<unknown>) | undefined): Promise<number> {
  const start = performance.now()
  await load?.()
  return performance.now() - start
}

/** Small and large take turns, so that a busy moment of the machine falls on both. */
async function compare(small: Loads, large: Loads) {
  const results: Record<string, { msWith1000: number; msWith1000000: number; ratio: number }> = {}
  for (const name of Object.keys(small)) {
    const before: number[] = []
    const after: number[] = []
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      before.push(await milliseconds(small[name]))
      after.push(await milliseconds(large[name]))
    }
    const [ms, msLarge] = [median(before.slice(WARM_UP)), median(after.slice(WARM_UP))]
    results[name] = { msWith1000: round(ms), msWith1000000: round(msLarge), ratio: round(msLarge / ms) }
  }
  return results
}

async function grownTo(url: string, count: number): Promise<Database> {
  const database = openPostgres({ url })
  await migrate(database, path.resolve(import.meta.dirname, '../db/migrations'))
  await seedShop(database, { withDemoData: false, now: new Date() })
  await database.withConnection(async (connection) => {
    await connection.exec('set statement_timeout = 0')
    await connection.exec(growth(count))
    await connection.exec('vacuum analyze')
    await connection.exec('reset statement_timeout')
  })
  return database
}

export async function measureReviews() {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const { server, address } = await startPostgres(folder)
  await server.createDatabase('small')
  await server.createDatabase('large')
  const databases: Database[] = []
  try {
    const small = await grownTo(`${address}/small`, SMALL)
    databases.push(small)
    const large = await grownTo(`${address}/large`, LARGE)
    databases.push(large)
    return await compare(loadsOf(small, SMALL), loadsOf(large, LARGE))
  } finally {
    await Promise.all(databases.map((database) => database.close()))
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
