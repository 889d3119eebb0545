/** Compares the cost of a search with the real catalog and with 100,000 more products, on PostgreSQL, uncached. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FEW_BOTTLES } from '#domain/catalogue/featured.ts'
import { type CatalogService, createCatalogService } from '#server/catalogue/catalogue.service.ts'
import { listBestSellerIds } from '#server/orders/best-seller.queries.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { seedShop } from '#server/seed-shop.ts'
import { startPostgres } from '#test/postgres-server.ts'
import { GROWTH_LIMIT_MS } from './growth.ts'
import { median } from './median.ts'

const PRODUCTS = 100_000
const ROUNDS = 15
/** A rare word, a common one, a typo, two words, no match, a need, an exclusion with one, a price, and the closest. */
const SEARCHES = [
  'tamanu',
  'oil',
  'rosehp',
  'vanilla body',
  'zzzzzz',
  'sensitive skin',
  'vanilla nut free',
  'under $30',
  'acne unicorn',
]

const GROWTH = `
  insert into products (id, name, category, short_description, description, benefits, key_ingredients, price_cents, has_sizes, skin_types, concerns)
  select 'grown-' || n, (array['Quiet','Amber','Golden','Morning','Winter','Harbor','Linen'])[1 + n % 7] || ' ' ||
    (array['Body','Face','Hair','Hand','Night'])[1 + n % 5] || ' Oil ' || n, 'Body Care', 'A plain oil, number ' || n || '.',
    'Pressed cold and poured by hand. Batch ' || n % 977 || '.', array['Feels light', 'Sinks in'],
    (array['Jojoba Oil, Lavender','Rosehip Seed Oil, Rose','Argan Oil, Neroli','Squalane (Olive), Vanilla'])[1 + n % 4], 2600 + n % 4000, false,
    case when n % 50 = 0 then array['sensitive','dry'] else array['normal'] end, array[(array['dryness','dullness','frizz'])[1 + n % 3]]
  from generate_series(1, ${PRODUCTS}) n`

async function timings(catalog: CatalogService): Promise<Record<string, number>> {
  const results: Record<string, number> = {}
  for (const search of SEARCHES) {
    const times: number[] = []
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const start = performance.now()
      await catalog.search(search, 1)
      times.push(performance.now() - start)
    }
    results[search] = median(times.slice(3))
  }
  return results
}

export async function measureSearch() {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const { server, address } = await startPostgres(folder)
  await server.createDatabase('bench')
  const database = openPostgres({ url: `${address}/bench` })
  try {
    await migrate(database, path.resolve(import.meta.dirname, '../db/migrations'))
    await seedShop(database, { withDemoData: true, now: new Date() })
    const catalog = createCatalogService(database, listBestSellerIds, () => FEW_BOTTLES)
    const small = await timings(catalog)
    await database.withConnection(async (connection) => {
      await connection.exec('set statement_timeout = 0')
      await connection.exec(GROWTH, GROWTH_LIMIT_MS)
      await connection.exec('vacuum analyze products', GROWTH_LIMIT_MS)
      await connection.exec('reset statement_timeout')
    })
    const large = await timings(catalog)
    return Object.fromEntries(
      SEARCHES.map((search) => {
        const [before = 0, after = 0] = [small[search], large[search]]
        return [search, { msWith16: round(before), msWith100000: round(after), ratio: round(after / before) }]
      }),
    )
  } finally {
    await database.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function round(value: number): number {
  return Number(value.toFixed(1))
}
