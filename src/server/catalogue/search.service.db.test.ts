import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { MOST_FOUND } from '#domain/catalogue/found-count.ts'
import { offerChoices, type ProductFilter } from '#domain/catalogue/product-filter.ts'
import type { ProductSummary } from '#domain/catalogue/product.ts'
import { SEARCH_PAGE_SIZE } from '#domain/catalogue/search-terms.ts'
import { ingredients as glossary } from '#seed/ingredients.ts'
import { products as seeded } from '#seed/products.ts'
import { blocksOf, explain, recordStatements } from '#test/recorded-statements.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import { createProductMemory } from './product-memory.ts'
import { createSearchService, type SearchService } from './search.service.ts'

const database = useTestDatabase()
let search: SearchService['search']
let suggest: SearchService['suggest']

beforeAll(() => {
  ;({ search, suggest } = createSearchService(database.current, () => []))
})

function sql(statement: string): Promise<unknown> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

function ids(products: readonly { id: string }[]): string[] {
  return products.map(({ id }) => id)
}

/** What shoppers type, how many oils they find, and the first. A tie goes to the first by name. */
const QUERIES: readonly [typed: string, total: number, first: string][] = [
  ['sensitive skin', 5, 'barrier-rescue-oil'],
  ['sensitive', 5, 'barrier-rescue-oil'],
  ['acne', 1, 'sos-serum-blemish-blend'],
  ['redness', 2, 'meadow-calm-oil'],
  ['vegan', 16, 'barrier-rescue-oil'],
  ['gift', 7, 'floral-wood-body-oil'],
  ['almond free', 13, 'barrier-rescue-oil'],
  ['under $30', 4, 'bloomera-hair-skin-restore'],
  ['dry skin', 6, 'barrier-rescue-oil'],
  ['oily skin', 2, 'sos-serum-blemish-blend'],
  ['combination skin', 4, 'first-light-serum'],
  ['mature skin', 3, 'forever-skin-serum'],
  ['wrinkles', 3, 'forever-skin-serum'],
  ['fine lines', 3, 'forever-skin-serum'],
  ['anti aging', 3, 'forever-skin-serum'],
  ['dull skin', 5, 'pure-bloom'],
  ['glow', 5, 'first-light-serum'],
  ['dark spots', 1, 'first-light-serum'],
  ['frizz', 2, 'silk-root-hair-oil'],
  ['frizzy hair', 2, 'silk-root-hair-oil'],
  ['dry hair', 3, 'silk-root-hair-oil'],
  ['split ends', 3, 'silk-root-hair-oil'],
  ['dry hands', 1, 'orchard-hand-cuticle-oil'],
  ['cuticles', 1, 'orchard-hand-cuticle-oil'],
  ['nails', 1, 'orchard-hand-cuticle-oil'],
  ['razor burn', 1, 'tender-bloom-intimate-oil'],
  ['bikini line', 1, 'tender-bloom-intimate-oil'],
  ['unscented', 5, 'barrier-rescue-oil'],
  ['fragrance free', 5, 'meadow-calm-oil'],
  ['no essential oils', 5, 'barrier-rescue-oil'],
  ['nut free', 8, 'barrier-rescue-oil'],
  ['nut free body oil', 4, 'neroli-dusk-body-oil'],
  ['no nuts', 8, 'barrier-rescue-oil'],
  ['without coconut', 11, 'barrier-rescue-oil'],
  ['coconut free hair oil', 4, 'meadow-calm-oil'],
  ['olive free', 9, 'bloomera-hair-skin-restore'],
  ['paraben free', 16, 'barrier-rescue-oil'],
  ['lavender free', 12, 'barrier-rescue-oil'],
  ['without lavender', 12, 'barrier-rescue-oil'],
  ['vegan unscented', 5, 'barrier-rescue-oil'],
  ['rosehip', 4, 'first-light-serum'],
  ['jojoba', 10, 'barrier-rescue-oil'],
  ['argan', 4, 'bloomera-hair-skin-restore'],
  ['tea tree', 1, 'sos-serum-blemish-blend'],
  ['squalane', 6, 'first-light-serum'],
  ['vanilla', 1, 'vanilla-sun-body-oil'],
  ['neroli', 2, 'neroli-dusk-body-oil'],
  ['orange blossom', 2, 'neroli-dusk-body-oil'],
  ['rose', 6, 'forever-skin-serum'],
  ['sandalwood', 3, 'floral-wood-body-oil'],
  ['frankincense', 3, 'sunday-ritual-oil'],
  ['lavender', 4, 'neroli-dusk-body-oil'],
  ['calendula', 6, 'meadow-calm-oil'],
  ['chamomile', 3, 'meadow-calm-oil'],
  ['hemp', 3, 'sos-serum-blemish-blend'],
  ['tamanu', 2, 'bloomera-hair-skin-restore'],
  ['face oil', 7, 'first-light-serum'],
  ['facial serum', 6, 'petal-renewal-serum'],
  ['body oil', 9, 'floral-wood-body-oil'],
  ['hair oil', 9, 'silk-root-hair-oil'],
  ['hand oil', 1, 'orchard-hand-cuticle-oil'],
  ['intimate oil', 1, 'tender-bloom-intimate-oil'],
  ['massage oil', 5, 'sunday-ritual-oil'],
  ['face serum for oily skin', 2, 'sos-serum-blemish-blend'],
  ['oil for dry hair', 3, 'silk-root-hair-oil'],
  ['serum for sensitive skin', 1, 'first-light-serum'],
  ['unscented body oil', 3, 'orchard-hand-cuticle-oil'],
  ['body oil under $50', 5, 'floral-wood-body-oil'],
  ['serum under $40', 5, 'petal-renewal-serum'],
  ['$20-40', 9, 'barrier-rescue-oil'],
  ['2oz', 8, 'barrier-rescue-oil'],
  ['4 oz', 7, 'bloomera-hair-skin-restore'],
  ['1oz gift', 3, 'forever-skin-serum'],
  ['gift under $30', 2, 'orchard-hand-cuticle-oil'],
  ['travel size', 10, 'barrier-rescue-oil'],
  ['over $50', 6, 'bloomera-hair-skin-restore'],
  ['sensitve skin', 5, 'barrier-rescue-oil'],
  ['rosehp', 4, 'first-light-serum'],
  ['lavendar', 4, 'neroli-dusk-body-oil'],
  ['vannila', 1, 'vanilla-sun-body-oil'],
  ['blemish', 1, 'sos-serum-blemish-blend'],
  ['pimples', 1, 'sos-serum-blemish-blend'],
  ['rosacea', 2, 'meadow-calm-oil'],
  ['eczema', 5, 'barrier-rescue-oil'],
  ['night serum', 6, 'forever-skin-serum'],
  ['morning serum', 6, 'petal-renewal-serum'],
  ['bedtime', 2, 'neroli-dusk-body-oil'],
  ['beard oil', 1, 'bloomera-hair-skin-restore'],
  ['scalp', 4, 'bloomera-hair-skin-restore'],
  ['elbows', 2, 'bloomera-hair-skin-restore'],
  ['neck', 1, 'velvet-contour-serum'],
  ['firming', 1, 'velvet-contour-serum'],
  ['brightening', 5, 'first-light-serum'],
  ['radiance', 5, 'first-light-serum'],
  ['calming', 2, 'meadow-calm-oil'],
  ['non greasy', 12, 'first-light-serum'],
  ['lightweight', 12, 'first-light-serum'],
  ['makeup', 2, 'pure-bloom'],
  ['head to toe', 2, 'sunday-ritual-oil'],
  ['bath', 2, 'sunday-ritual-oil'],
  ['winter', 1, 'barrier-rescue-oil'],
  ['summer', 1, 'vanilla-sun-body-oil'],
  ['woody', 4, 'floral-wood-body-oil'],
  ['floral body oil', 2, 'floral-wood-body-oil'],
  ['herbal', 5, 'sos-serum-blemish-blend'],
  ['citrus', 2, 'neroli-dusk-body-oil'],
  ['pure bloom', 1, 'pure-bloom'],
  ['forever', 1, 'forever-skin-serum'],
  ['sos', 1, 'sos-serum-blemish-blend'],
  ['barrier', 1, 'barrier-rescue-oil'],
  ['heels', 3, 'neroli-dusk-body-oil'],
  ['almnd free', 13, 'barrier-rescue-oil'],
  ['rose hip free', 12, 'barrier-rescue-oil'],
  ['tea tree free', 15, 'barrier-rescue-oil'],
  ['without tea tree', 15, 'barrier-rescue-oil'],
  ['no sweet almond', 13, 'barrier-rescue-oil'],
  ['evening primrose free', 10, 'bloomera-hair-skin-restore'],
  ['sea buckthorn free', 13, 'barrier-rescue-oil'],
  ['ylang ylang free', 14, 'barrier-rescue-oil'],
  ['serum without tea tree', 5, 'petal-renewal-serum'],
  ['i am allergic to nuts', 8, 'barrier-rescue-oil'],
  ['honey free', 16, 'barrier-rescue-oil'],
  ['beeswax free', 16, 'barrier-rescue-oil'],
  ['peanut free', 16, 'barrier-rescue-oil'],
  ['cashew allergy', 8, 'barrier-rescue-oil'],
  ['limonene free', 8, 'barrier-rescue-oil'],
  ['penut free', 16, 'barrier-rescue-oil'],
  ['no nuts, for dry skin', 2, 'barrier-rescue-oil'],
  ['$30 and under', 4, 'bloomera-hair-skin-restore'],
  ['30 dollars or less', 4, 'bloomera-hair-skin-restore'],
  ['body oil $50 or less', 5, 'floral-wood-body-oil'],
  ['20 to 40 dollars', 9, 'barrier-rescue-oil'],
  ['between $20 and $40', 9, 'barrier-rescue-oil'],
  ['$50 and up', 6, 'bloomera-hair-skin-restore'],
  ['4 stars', 15, 'barrier-rescue-oil'],
  ['top rated serum', 6, 'petal-renewal-serum'],
  ['psoriasis', 5, 'barrier-rescue-oil'],
  ['itchy', 5, 'barrier-rescue-oil'],
  ['pores', 2, 'pure-bloom'],
  ['stretch marks', 6, 'barrier-rescue-oil'],
  ['scars', 6, 'barrier-rescue-oil'],
  ['pregnancy safe serum', 6, 'petal-renewal-serum'],
  ['face serum, nut allergy', 3, 'first-light-serum'],
  ['eczema, nut allergy', 4, 'barrier-rescue-oil'],
  ['gift for someone allergic to nuts', 3, 'neroli-dusk-body-oil'],
  ['mom allergic to nuts', 3, 'neroli-dusk-body-oil'],
  ['highly allergic to nuts', 8, 'barrier-rescue-oil'],
  ['severe allergy to nuts', 8, 'barrier-rescue-oil'],
  ['allergic to almonds, body oil', 6, 'neroli-dusk-body-oil'],
  ['allergic to nuts, face serum', 3, 'first-light-serum'],
  ['allergic reaction to nuts', 8, 'barrier-rescue-oil'],
  ['serum free of nuts', 3, 'petal-renewal-serum'],
  ['moisturizer free from almond', 6, 'barrier-rescue-oil'],
  ['rosehip oil free of nuts', 3, 'first-light-serum'],
  ['rosehip, nut free', 3, 'first-light-serum'],
  ['argan oil & nut free', 8, 'barrier-rescue-oil'],
  ['macadamia nut free', 8, 'barrier-rescue-oil'],
  ['cashew nut allergy', 8, 'barrier-rescue-oil'],
  ['walnut oil allergy', 8, 'barrier-rescue-oil'],
  ["can't eat nuts", 8, 'barrier-rescue-oil'],
  ["shouldn't contain nuts", 8, 'barrier-rescue-oil'],
  ['no coconut and no nuts', 6, 'barrier-rescue-oil'],
  ['no fragrance or nuts', 4, 'barrier-rescue-oil'],
  ['almon free', 13, 'barrier-rescue-oil'],
  ['clean', 5, 'silk-root-hair-oil'],
  ['what to expect', 2, 'orchard-hand-cuticle-oil'],
  ['no make up look', 2, 'pure-bloom'],
  ["doesn't smell", 5, 'meadow-calm-oil'],
  ["doesn't smell like lavender", 12, 'barrier-rescue-oil'],
  ['serum, not too sweet', 6, 'petal-renewal-serum'],
  ['acne free', 1, 'sos-serum-blemish-blend'],
  ['eczema, nut free', 4, 'barrier-rescue-oil'],
  ['non-comedogenic', 2, 'pure-bloom'],
  ["won't clog pores", 2, 'pure-bloom'],
  ['not oily', 12, 'first-light-serum'],
  ['gift for men', 7, 'floral-wood-body-oil'],
  ['gift for women', 7, 'floral-wood-body-oil'],
  ['face oil for women', 7, 'first-light-serum'],
  ['serum for men', 6, 'petal-renewal-serum'],
  ['4.5 stars', 3, 'barrier-rescue-oil'],
  ['at least 4 stars', 15, 'barrier-rescue-oil'],
  ['4 star rating', 15, 'barrier-rescue-oil'],
  ['5 star rated', 3, 'barrier-rescue-oil'],
  ['4 star reviews', 15, 'barrier-rescue-oil'],
  ['under $40 and 2oz', 2, 'bloomera-hair-skin-restore'],
  ['under $50 and 4 stars', 10, 'barrier-rescue-oil'],
  ['not more than $30', 4, 'bloomera-hair-skin-restore'],
  ['nothing over $30', 4, 'bloomera-hair-skin-restore'],
  ['not over $30', 4, 'bloomera-hair-skin-restore'],
  ['under 2oz', 8, 'barrier-rescue-oil'],
  ['under $1,000', 16, 'barrier-rescue-oil'],
]

test.each(QUERIES)('for “%s”, finds %i oils, and first %s', async (typed, total, first) => {
  const found = await search(typed, 1)
  expect([found.total, found.products[0]?.id, found.closest]).toEqual([total, first, []])
})

/** Nothing matches all of it; the closest match. */
const UNANSWERED: readonly [typed: string, nearest: string | undefined][] = [
  ['cruelty free', undefined],
  ['retinol', undefined],
  ['vitamin c', 'meadow-calm-oil'],
  ['hyaluronic acid', 'sos-serum-blemish-blend'],
  ['baby', undefined],
  ['men', undefined],
  ['purple unicorn', undefined],
  ['acne and wrinkles unscented', 'sos-serum-blemish-blend'],
  ['soap', undefined],
  ['shampoo for sensitive skin', 'barrier-rescue-oil'],
  ['sunscreen', undefined],
  ['sunscr', undefined],
  ['sun protection', undefined],
  ['spf', undefined],
  ['face serum with spf', 'first-light-serum'],
  ['for men', undefined],
  ['lips', undefined],
  ['chapped lips', undefined],
  ['pregnancy', undefined],
  ['peanut', undefined],
  ['coupon', undefined],
  ['promo code', undefined],
  ['gift card', undefined],
  ['return policy', undefined],
  ['ship to canada', undefined],
  ['international', undefined],
  ['expire', undefined],
  ['refill', undefined],
  ['best seller', undefined],
  ['hair serum free of coconut', 'petal-renewal-serum'],
  ['clean beauty', undefined],
  ['world', undefined],
  ['not too sweet', undefined],
  ['no orange tint', undefined],
  ['oil free', undefined],
  ['new mexico', undefined],
  ['allergic to nuts and filberts', undefined],
]

test.each(UNANSWERED)('for “%s”, finds nothing, and nearest %s', async (typed, nearest) => {
  const { total, products, closest } = await search(typed, 1)
  expect([total, products, closest[0]?.id]).toEqual([0, [], nearest])
})

const NOTES: readonly [typed: string, ...notes: RegExp[]][] = [
  ['sunscreen', /don’t contain sunscreen/],
  ['sunscren', /don’t contain sunscreen/],
  ['sun protection', /don’t contain sunscreen/],
  ['spf', /don’t contain sunscreen/],
  ['eczema', /cosmetics and don’t treat/],
  ['psoriasis', /cosmetics and don’t treat/],
  ['eczma', /cosmetics and don’t treat/],
  ['acne', /cosmetics and don’t treat/],
  ['itchy skin', /cosmetics and don’t treat/],
  ['stretch marks', /No oil takes away/],
  ['scars', /No oil takes away/],
  ['chapped lips', /made for lips/],
  ['baby', /pediatrician/],
  ['for men', /just for men or just for women/],
  ['serum for men', /just for men or just for women/],
  ['face oil for women', /just for men or just for women/],
  ['acne free', /cosmetics and don’t treat/],
  ['eczema, nut free', /cosmetics and don’t treat/],
  ['oil free', /is an oil/],
  ['new mexico'],
  ['clean beauty'],
  ['what to expect'],
  ['skin condition', /cosmetics and don’t treat/],
  ['world'],
  ['pregnancy', /Ask your doctor/],
  ['pregnant', /Ask your doctor/],
  ['gift card', /gift cards/],
  ['ship to canada', /United States only/],
  ['international', /United States only/],
  ['refill', /refills/],
  ['soap', /don’t make that/],
  ['peanut', /“peanut free”/],
  ['allergic to shellfish', /match that to an ingredient/],
  ['sensitive skin'],
  ['peanut free'],
  ['vanilla sun'],
]

test.each(NOTES)('for “%s”, says what it should', async (typed, ...expected) => {
  const { notes } = await search(typed, 1)
  expect(notes).toEqual(expected.map((note) => expect.stringMatching(note)))
  expect((await suggest(typed)).notes).toEqual(notes)
})

test('finds what the shop does have by its name, and then says nothing else', async () => {
  await sql(`update products set search_words = 'lips, sunscreen' where id = 'meadow-calm-oil'`)
  for (const typed of ['chapped lips', 'spf']) {
    const { products, notes } = await search(typed, 1)
    expect([ids(products), notes], typed).toEqual([['meadow-calm-oil'], []])
  }
  await sql(`update products set search_words = 'allergy, allergies' where id = 'meadow-calm-oil'`)
})

const PAGE = path.resolve(import.meta.dirname, '../../../docs/search-queries.md')
const SHOWN_IN_TABLE = 3

async function renderPage(): Promise<string> {
  const typed = [...QUERIES, ...UNANSWERED, ...NOTES].map(([text]) => text)
  const rows: string[][] = [['search', 'found', 'first, or closest', 'sentence']]
  for (const text of new Set(typed)) {
    const { products, total, closest, notes } = await search(text, 1)
    const first = [...products, ...closest].slice(0, SHOWN_IN_TABLE).map(({ name }) => name)
    rows.push([text, String(total), first.join(', '), notes.join(' ')])
  }
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [head = [], ...body] = rows
  const lines = [head, widths.map((width) => '-'.repeat(width)), ...body].map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return `# Searches and what they find

In a shop with the seeded products and reviews. Written by \`src/server/catalogue/search.service.db.test.ts\` if
\`WRITE_SEARCHES=1\` is set, and compared by it otherwise.

${lines.join('\n')}
`
}

test('docs/search-queries.md shows what these searches find', async () => {
  const page = await renderPage()
  if (process.env.WRITE_SEARCHES === '1') writeFileSync(PAGE, page)
  expect(readFileSync(PAGE, 'utf8')).toBe(page)
})

test('says which spelling it used', async () => {
  expect((await search('sensitve skin', 1)).correctedTo).toBe('sensitive skin')
  expect((await search('lavendar under $60', 1)).correctedTo).toBe('lavender under $60')
  expect((await search('sensitive skin', 1)).correctedTo).toBeUndefined()
})

const shown = async (typed: string) => {
  const { products, closest } = await search(typed, 1)
  return [...products, ...closest]
}

const holding = (slug: string) => seeded.filter(({ ingredients }) => ingredients.includes(slug)).map(({ id }) => id)

/** Full names, INCI names and what's left of a name without “Oil” and the like. */
const CALLED = [
  ...glossary.flatMap(({ slug, name, inci }) =>
    [...new Set([name, inci, ...name.split(/ Oil| \(|-/)])]
      .filter(({ length }) => length > 3)
      .map((called) => [slug, called]),
  ),
  ['rosehip-seed-oil', 'rose hip'],
  ['tea-tree', 'teatree'],
  ['ylang-ylang', 'ylang ylang'],
  ['sweet-almond-oil', 'almnd'],
] as [slug: string, called: string][]

test.each(CALLED)('without %s, called “%s”, shows oils without it and no other', async (slug, called) => {
  const without = seeded.filter(({ id }) => !holding(slug).includes(id))
  for (const typed of [
    `without ${called}`,
    `${called} free`,
    `no ${called}`,
    `allergic to ${called}`,
    `I have a ${called} allergy`,
    `zzzz ${called.toLowerCase()}-free`,
  ]) {
    const found = ids(await shown(typed))
    expect(found.length > 0, typed).toBe(without.length > 0)
    expect(
      found.filter((id) => holding(slug).includes(id)),
      typed,
    ).toEqual([])
  }
})

test('never shows an excluded oil, not even as a closest match', async () => {
  expect(holding('sweet-almond-oil').length).toBeGreaterThan(2)
  for (const typed of [
    'almond free',
    'almnd free',
    'massage without almond',
    'zzzz massage no almonds',
    'gift, no almond',
    'zzzz almond free',
    'sunflower oil, allergic to almonds',
    'moisturizer free from almond',
    'allergic to almonds, body oil',
    'face serum, almond allergy',
    'gift for someone allergic to almonds',
    'no coconut and no almond',
    'no fragrance or almond',
    'soy almond free',
  ]) {
    const found = ids(await shown(typed))
    expect(found.length, typed).toBeGreaterThan(0)
    expect(
      found.filter((id) => holding('sweet-almond-oil').includes(id)),
      typed,
    ).toEqual([])
  }
})

test('shows nothing at all for an allergy to what the shop does not know, whatever else is typed', async () => {
  for (const typed of ['allergic to shellfish', 'dry skin, shellfish allergy', 'allergic to filberts']) {
    const { products, closest, isLimited } = await search(typed, 1)
    expect([products, closest, isLimited], typed).toEqual([[], [], true])
  }
})

test.runIf(isPostgres)(
  'finds nothing if more words are excluded than it looks up, and looks up no word twice',
  async () => {
    const unknown = ['zzza', 'zzzb', 'zzzc', 'zzzd', 'zzze', 'zzzf', 'zzzg', 'zzzh']
    const statementsOf = async (typed: string) =>
      (await recordStatements(() => search(typed, 1))).filter(({ text }) => text.includes('contents')).length
    expect((await search(`vegan without ${unknown.join(', ')}`, 1)).isLimited).toBe(false)
    const { products, closest, isLimited } = await search(`vegan without ${[...unknown, 'zzzi'].join(', ')}`, 1)
    expect([products, closest, isLimited]).toEqual([[], [], true])
    expect(await statementsOf(`without ${[...unknown, 'zzzi'].join(', ')}`)).toBe(0)
    expect(await statementsOf(`without ${'zzza, '.repeat(12)}`)).toBe(1)
  },
)

test.runIf(isPostgres)('reads the ingredients once until the catalog changes', async () => {
  const memory = createProductMemory(database.current)
  const remembering = createSearchService(database.current, () => [], memory)
  const reads = async () =>
    (await recordStatements(() => remembering.search('without tea tree', 1))).filter(({ text }) =>
      text.includes('"rich_in"'),
    ).length
  expect([await reads(), await reads()]).toEqual([1, 0])
  memory.invalidate()
  expect(await reads()).toBe(1)
})

test('has guides about the spelling that was meant', async () => {
  expect((await search('delivrey', 1)).guides).toEqual((await search('delivery', 1)).guides)
  expect((await search('delivery', 1)).guides).not.toEqual([])
})

test('has nothing else to show only if something is excluded', async () => {
  expect((await search('zzzz', 1)).isLimited).toBe(false)
  expect((await search('zzzz almond free', 1)).isLimited).toBe(true)
})

test('excludes by the owner’s data: a new ingredient, and one that is only on a label', async () => {
  await sql(`insert into ingredients (slug, name, inci, rich_in, benefits, properties, summary, groups, origin)
    values ('prickly-pear', 'Prickly Pear Seed Oil', 'Opuntia Ficus-Indica Seed Oil', '', '', '', '', '{}', '{plants}')`)
  await sql(
    `insert into product_ingredients (product_id, ingredient_slug, position, is_key) values ('pure-bloom', 'prickly-pear', 99, false)`,
  )
  expect(ids(await shown('without prickly pear'))).not.toContain('pure-bloom')
  expect((await search('without prickly pear', 1)).total).toBe(15)
  await sql(`delete from product_ingredients where ingredient_slug = 'prickly-pear'`)
  await sql(`delete from ingredients where slug = 'prickly-pear'`)
  await sql(`update products set inci = inci || ' Phenoxyethanol' where id = 'pure-bloom'`)
  expect(ids(await shown('phenoxyethanol free'))).not.toContain('pure-bloom')
  expect((await search('phenoxyethanol free', 1)).total).toBe(15)
  await sql(`update products set inci = replace(inci, ' Phenoxyethanol', '') where id = 'pure-bloom'`)
})

test('follows the ingredients: “nut free” no longer finds an oil once a nut is added', async () => {
  expect(ids((await search('nut free', 1)).products)).toContain('pure-bloom')
  await sql(
    `insert into product_ingredients (product_id, ingredient_slug, position, is_key) values ('pure-bloom', 'argan-oil', 99, false)`,
  )
  expect(ids((await search('nut free', 1)).products)).not.toContain('pure-bloom')
  expect(ids((await search('without argan', 1)).products)).not.toContain('pure-bloom')
  await sql(`delete from product_ingredients where product_id = 'pure-bloom' and ingredient_slug = 'argan-oil'`)
  expect(ids((await search('nut free', 1)).products)).toContain('pure-bloom')
  await sql(`update ingredients set groups = '{nuts}', origin = '{}' where slug = 'neroli'`)
  expect(ids((await search('nut free', 1)).products)).not.toContain('pure-bloom')
  expect(ids((await search('vegan', 1)).products)).not.toContain('pure-bloom')
  await sql(`update ingredients set groups = '{essential-oils}', origin = '{plants}' where slug = 'neroli'`)
})

test('claims nothing about an oil whose ingredients are not listed', async () => {
  await sql(`insert into products (id, name, category, short_description, description, benefits, key_ingredients, price_cents, has_sizes)
    values ('plain-oil', 'Plain Oil', 'Body Care', 'No nuts at all.', 'Plain.', '{}', '', 1000, false)`)
  expect(ids((await search('plain oil', 1)).products)[0]).toBe('plain-oil')
  for (const typed of ['nut free', 'almond free', 'paraben free', 'vegan', 'no nuts plain'])
    expect(ids((await search(typed, 1)).products), typed).not.toContain('plain-oil')
  await sql(`delete from products where id = 'plain-oil'`)
})

test('finds an oil that only mentions a fact in its texts, if none has it ticked', async () => {
  await sql(`update products set concerns = '{}' where 'frizz' = any (concerns)`)
  expect(ids((await search('frizzy hair', 1)).products)[0]).toBe('silk-root-hair-oil')
  await sql(`update products set concerns = '{frizz,dry-hair}' where id = 'silk-root-hair-oil'`)
})

test('searches by the current price, even during a sale', async () => {
  expect(ids((await search('velvet under $30', 1)).products)).toEqual([])
  await sql(`insert into sale_prices (product_id, prices, starts_at, ends_at, is_on)
    values ('velvet-contour-serum', '{"1oz": 2900}', now() - interval '1 hour', now() + interval '1 hour', true)`)
  expect(ids((await search('velvet under $30', 1)).products)).toEqual(['velvet-contour-serum'])
  expect((await search('velvet 2oz under $30', 1)).total).toBe(0)
  await sql('delete from sale_prices')
})

test('counts for every choice exactly what it then finds, even combined with another one', async () => {
  for (const filter of [{}, { without: ['nuts'] }, { skin: ['dry'] }] as const satisfies readonly ProductFilter[]) {
    const { kinds = [] } = await search('vegan', 1, filter)
    for (const { group, options } of offerChoices(kinds, filter))
      for (const { option, count } of options) {
        const own: readonly string[] =
          group === 'without' ? (Object.entries(filter).find(([name]) => name === group)?.[1] ?? []) : []
        const { total } = await search('vegan', 1, { ...filter, [group]: [...own, option] })
        expect(total, `${JSON.stringify(filter)} ${group} ${option}`).toBe(count)
      }
  }
})

test('sorts by current price and by rating, with unreviewed products last', async () => {
  const lowest = ({ pricing }: ProductSummary) =>
    pricing.kind === 'single' ? pricing.priceCents : Math.min(...Object.values(pricing.prices))
  const rising = (await search('vegan', 1, { sort: 'price' })).products.map(lowest)
  expect(rising).toEqual(rising.toSorted((a, b) => a - b))
  const falling = (await search('vegan', 1, { sort: 'price-desc' })).products.map(lowest)
  expect(falling).toEqual(rising.toReversed())
  const rated = (await search('vegan', 1, { sort: 'rating' })).products.map(({ rating }) => rating)
  expect(rated.at(-1)?.count).toBe(0)
  const averages = rated.slice(0, -1).map(({ average }) => average)
  expect(averages).toEqual(averages.toSorted((a, b) => b - a))
})

test('says for each oil which of the requested facts it has, and what speaks against it', async () => {
  const lineOf = async (typed: string, id: string, filter: ProductFilter = {}) =>
    (await search(typed, 1, filter)).products.find((product) => product.id === id)?.line
  expect(await lineOf('sensitive skin', 'barrier-rescue-oil')).toBe('Sensitive skin; for dryness, rough patches')
  const lines = (await search('sensitive skin', 1)).products.map(({ line }) => line)
  expect(new Set(lines).size).toBe(lines.length)
  expect(await lineOf('sensitive skin', 'orchard-hand-cuticle-oil')).toMatch(/; contains nuts$/)
  expect(await lineOf('almond free', 'barrier-rescue-oil')).toBeDefined()
  expect(await lineOf('nut free', 'barrier-rescue-oil')).toMatch(/^No nuts; /)
  expect(await lineOf('vegan', 'barrier-rescue-oil')).toMatch(/^Vegan; /)
  expect(await lineOf('rosehip', 'forever-skin-serum')).toBe('')
  expect(await lineOf('rosehip', 'first-light-serum', { skin: ['sensitive'] })).toMatch(/^Sensitive skin; /)
})

/** More than are ranked, all with the same words. */
async function insertMany(): Promise<void> {
  await sql(`insert into products (id, name, category, short_description, description, benefits, key_ingredients, price_cents, has_sizes)
    select 'many-' || n, 'Plain ' || n, 'Body Care', 'Plain.', 'Smells of fennel and dill.', '{}', 'Dill', 2600, false
    from generate_series(1, ${MOST_FOUND + 50}) n`)
}

test.runIf(isPostgres)('of a thousand ranked products, reads only those on the page in full', async () => {
  await insertMany()
  const plans = await explain(database.current, await recordStatements(() => search('fennel', 1)))
  expect(plans).toHaveLength(3)
  expect(blocksOf(plans)).toBeLessThan(1000)
  await sql(`delete from products where id like 'many-%'`)
})

test('when there are too many to rank, ranks the products named as typed, and stops counting', async () => {
  await insertMany()
  await sql(`insert into products (id, name, category, short_description, description, benefits, key_ingredients, price_cents, has_sizes)
    values ('named', 'Dill and Fennel', 'Body Care', 'Plain.', 'Plain.', '{}', 'Jojoba', 2600, false)`)
  const { products, total, kinds } = await search('fennel dill', 1)
  expect(products[0]?.id).toBe('named')
  expect([total, products.length]).toEqual([MOST_FOUND + 1, SEARCH_PAGE_SIZE])
  expect(kinds).toBeUndefined()
  expect((await search('fennel dill under $26', 1)).total).toBe(MOST_FOUND + 1)
  await sql(`delete from products where id = 'named' or id like 'many-%'`)
})
