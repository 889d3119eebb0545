import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import { createProductImport } from './product-import.service.ts'

const database = useTestDatabase()
const ANA = { operatorId: null, actor: 'ana@bloomera.example' }
let products: ReturnType<typeof createProductImport>

beforeEach(() => {
  products = createProductImport(database.current)
})

function sql(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

function everything(): Promise<string> {
  return products.export()
}

test('changes nothing when an export is imported', async () => {
  const { lines, problems } = await products.dryRun(await everything())
  expect(problems).toEqual([])
  expect(lines).toHaveLength(16)
  expect(lines.filter(({ changes }) => changes.length > 0)).toEqual([])
})

test('reports line by line in a dry run what would change, and changes nothing', async () => {
  const before = await everything()
  const csv = 'id,price_1oz,stock_2oz,is_active\npure-bloom,26,7,yes\nbarrier-rescue-oil,35.00,,no\n'
  const { lines, problems } = await products.dryRun(csv)
  expect(problems).toEqual([])
  expect(lines).toMatchObject([
    {
      line: 2,
      productId: 'pure-bloom',
      name: 'Pure Bloom',
      changes: [
        { column: 'price_1oz', before: '25.00', after: '26.00' },
        { column: 'stock_2oz', before: '', after: '7' },
      ],
    },
    {
      line: 3,
      productId: 'barrier-rescue-oil',
      name: 'Barrier Rescue Oil',
      changes: [{ column: 'is_active', before: 'yes', after: 'no' }],
    },
  ])
  expect(await everything()).toBe(before)
})

test('reports every problem with its line, and applies nothing of the file', async () => {
  const before = await everything()
  const csv = [
    'id,name,price_1oz,price_2oz,stock_1oz,is_active',
    'pure-bloom,Pure Bloom,12.345,34.00,,yes',
    'first-light-serum,First Light Serum,-1,44.00,,yes',
    'nobody,Nobody,1,1,,yes',
    'pure-bloom,Pure Bloom,25,34,,yes',
    'barrier-rescue-oil,Barrier Rescue Oil,35',
    'velvet-contour-serum,Petal Renewal Serum,35,44,lots,maybe',
  ].join('\n')
  const { problems, version } = await products.dryRun(csv)
  expect(problems).toEqual([
    { line: 2, column: 'price_1oz', problem: 'Use at most two decimals, such as 12.34.' },
    { line: 3, column: 'price_1oz', problem: 'Enter an amount above zero.' },
    {
      line: 4,
      column: 'id',
      problem: 'There is no product “nobody”. A new one needs category, short_description, description in this file.',
    },
    { line: 5, column: 'id', problem: 'pure-bloom appears twice, first on line 2.' },
    { line: 6, problem: 'This line has 3 cells, the first has 6.' },
    { line: 7, column: 'stock_1oz', problem: 'Enter a whole number up to 999,999, or leave it blank.' },
    { line: 7, column: 'is_active', problem: 'Write yes or no.' },
    { line: 7, column: 'name', problem: 'Another product has this name.' },
  ])
  expect(await products.apply(csv, version, ANA)).toMatchObject({ ok: false })
  expect(await everything()).toBe(before)
})

test('refuses a file with wrong columns as a whole', async () => {
  const problemOf = async (csv: string) => (await products.dryRun(csv)).problems[0]
  expect((await problemOf('id,cost\npure-bloom,1'))?.problem).toContain('There is no column “cost”.')
  expect((await problemOf('category\nRadiance'))?.problem).toContain('No column says which product')
  expect((await problemOf('id,id\na,b'))?.problem).toBe('A column appears twice.')
  expect((await problemOf('id,name'))?.problem).toContain('no lines below')
  expect((await problemOf(''))?.problem).toBe('The file is empty.')
  expect(await problemOf('id,name\npure-bloom,"Pure')).toMatchObject({ line: 2 })
  const semicolons = 'Columns must be separated by commas; here they are by semicolons.'
  expect((await problemOf('id;price_1oz\npure-bloom;26,00'))?.problem).toBe(semicolons)
  expect((await problemOf('"id";"price_1oz"\r\n"pure-bloom";"26,00"'))?.problem).toBe(semicolons)
})

test('applies what was reviewed, with an audit entry for each part', async () => {
  const csv = 'id,short_description,price_single\norchard-hand-cuticle-oil,For hands.,27.50\n'
  const { version } = await products.dryRun(csv)
  expect(await products.apply(csv, version, ANA)).toMatchObject({ ok: true, products: 1, created: 0 })
  expect(
    await sql(`select short_description, price_cents from products where id = 'orchard-hand-cuticle-oil'`),
  ).toEqual([{ short_description: 'For hands.', price_cents: 2750 }])
  const entries = await sql(`select action from audit_log where subject_id = 'orchard-hand-cuticle-oil' order by id`)
  expect(entries.map(({ action }) => action)).toEqual(['product.texts', 'product.prices'])
})

test('shows the plan again if it has changed since it was reviewed', async () => {
  const csv = 'id,price_1oz\nsilk-root-hair-oil,\n'
  const sized = 'id,price_1oz\npetal-renewal-serum,36\n'
  expect((await products.dryRun(csv)).problems).toEqual([])
  const { version } = await products.dryRun(sized)
  await sql(`update products set size_1oz_price_cents = 3700 where id = 'petal-renewal-serum'`)
  expect(await products.apply(sized, version, ANA)).toMatchObject({
    ok: false,
    plan: { lines: [{ changes: [{ before: '37.00', after: '36.00' }] }] },
  })
})

test('keeps a product on one kind of price', async () => {
  const { problems } = await products.dryRun('id,price_single\npure-bloom,30\n')
  expect(problems).toEqual([
    { line: 2, column: 'price_single', problem: 'A product has either one price or a price for each size.' },
  ])
})

/** Counts the statements sent to the server while `work` runs. */
async function statements(work: () => Promise<unknown>): Promise<number> {
  const [{ databaseName } = {}] = await sql('select current_database() as "databaseName"')
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    // Only this test's database: connections left open by other tests may send statements too.
    return query.mock.contexts.filter((client) => (client as pg.Client).database === databaseName).length
  } finally {
    query.mockRestore()
  }
}

// Both engines run the same statements; PGlite's can't be counted from outside.
test.runIf(isPostgres)('reads a catalog of 200 products in as many statements as one of 16', async () => {
  const small = await everything()
  const { version } = await products.dryRun(small)
  const count = async (csv: string, expectedVersion: string) => ({
    export: await statements(everything),
    dryRun: await statements(() => products.dryRun(csv)),
    apply: await statements(() => products.apply(csv, expectedVersion, ANA)),
  })
  const few = await count(small, version)
  await sql(`insert into products (id, name, category, short_description, description, price_cents, has_sizes)
    select 'bulk-' || n, 'Bulk ' || n, 'Radiance', 'Short', 'Long', 1000, false from generate_series(1, 184) n`)
  await sql(`insert into stock_levels (product_id, size, on_hand)
    select 'bulk-' || n, 'single', n from generate_series(1, 184) n`)
  const large = await everything()
  const plan = await products.dryRun(large)
  expect(plan).toMatchObject({ problems: [] })
  expect(plan.lines).toHaveLength(200)
  expect(await count(large, plan.version)).toEqual(few)
  expect(Math.max(...Object.values(few))).toBeLessThanOrEqual(14)
})

test('includes collections, shows them in the dry run, and recognizes them by an old address', async () => {
  expect((await everything()).split('\n')[0]).toMatch(/,"collections"\r?$/)
  expect(await everything()).toContain('facial-serums; focus-care')
  const csv = 'id,collections\npure-bloom,focus-care; facial-serums\nbarrier-rescue-oil,\n'
  const { lines, problems, version } = await products.dryRun(csv)
  expect(problems).toEqual([])
  expect(lines.map(({ changes }) => changes)).toEqual([
    [{ column: 'collections', before: 'facial-serums', after: 'facial-serums; focus-care' }],
    [{ column: 'collections', before: 'focus-care', after: '' }],
  ])
  expect(await products.apply(csv, version, ANA)).toMatchObject({ ok: true, products: 2, created: 0 })
  const members = () =>
    sql(`select product_id from collection_products m join collections c on c.id = m.collection_id
      where c.name = 'Focus Care' order by m.position`)
  expect((await members()).map(({ product_id: id }) => id)).toEqual([
    'bloomera-hair-skin-restore',
    'sos-serum-blemish-blend',
    'pure-bloom',
  ])
  await sql(
    `insert into former_collection_slugs (slug, collection_id) select slug, id from collections where slug = 'focus-care'`,
  )
  await sql(`update collections set slug = 'targeted' where slug = 'focus-care'`)
  const old = await products.dryRun(
    'id,collections\npure-bloom,facial-serums; focus-care\nbarrier-rescue-oil,nowhere\n',
  )
  expect(old.lines[0]?.changes).toEqual([])
  expect(old.problems).toEqual([
    {
      line: 3,
      column: 'collections',
      problem: 'There is no collection “nowhere”. There are: facial-serums; targeted; body-hair.',
    },
  ])
})
