import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createCatalogueRestore } from '#server/operators/restore.service.ts'
import { isBoughtOrReviewed } from '#server/reviews/product-use.queries.ts'
import { useTestDatabase } from '#test/test-database.ts'
import type { ImportOptions } from './catalogue.views.ts'
import { createImportPart } from './product-import.edits.ts'
import { createProductImport } from './product-import.service.ts'
import { productParts } from './products.edits.ts'

const database = useTestDatabase()
const ANA = { operatorId: null, actor: 'ana@bloomera.example' }
const OWNER = { operator: { id: '00000000-0000-4000-8000-000000000001', role: 'owner' as const }, actor: ANA }

const products = () => createProductImport(database.current)
const restores = () =>
  createCatalogueRestore(
    database.current,
    [createImportPart(isBoughtOrReviewed), ...Object.values(productParts)],
    () => new Date(),
  )

function sample(name: string): string {
  return readFileSync(new URL(`../../../test/samples/${name}.csv`, import.meta.url), 'utf8')
}

function sql(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

/** What would be stored of a product, by column. */
async function planned(csv: string, options: ImportOptions = {}) {
  const plan = await products().dryRun(csv, options)
  const stored = Object.fromEntries(
    plan.lines.map(({ productId, changes }) => [
      productId,
      Object.fromEntries(changes.map(({ column, after }) => [column, after])),
    ]),
  )
  return { ...plan, stored, remarks: plan.problems.map(({ line, column, problem }) => [line, column, problem]) }
}

async function imported(csv: string, options: ImportOptions = {}) {
  const { version } = await products().dryRun(csv, options)
  const result = await products().apply(csv, version, ANA, options)
  if (!result.ok) throw new Error(JSON.stringify(result.plan.problems))
  return result
}

test('reads a Shopify export: variants become sizes, HTML becomes text, everything else is reported', async () => {
  const { format, stored, remarks, lines, columns } = await planned(sample('shopify-products'))
  expect(format).toBe('shopify')
  expect(stored['linden-dew-face-oil']).toEqual({
    name: 'Linden Dew Face Oil',
    category: 'Radiance',
    short_description: 'A quiet evening oil',
    description:
      'A quiet evening oil\n\nLinden blossom and cold-pressed apricot kernel, nothing else. It’s light enough for the morning too.\n\n• Sinks in within a minute\n• Smells of linden & hay\n\nRead how we harvest.',
    drops_per_use: '4',
    uses_per_day: '2',
    price_1oz: '28.00',
    price_2oz: '46.50',
    stock_1oz: '24',
    stock_2oz: '0',
    is_active: 'no',
  })
  expect(stored['hay-hand-balm-oil']).toMatchObject({ price_single: '19.90', category: 'Hands' })
  // Stock isn't tracked at Shopify either, so its 0 is not a count.
  expect(stored['hay-hand-balm-oil']).not.toHaveProperty('stock_single')
  expect(remarks).toEqual([
    [10, 'Option1 Value', 'There is no size “8 oz” here. There are 1oz, 2oz, 4oz.'],
    [13, 'category', 'This product has no category. Choose one below for all that have none.'],
    [13, 'short_description', 'A new product needs this, and the file has nothing.'],
    [13, 'description', 'A new product needs this, and the file has nothing.'],
  ])
  const [linden, hay] = lines
  expect(linden?.notes.map(({ problem }) => problem)).toEqual([
    'Left out: a link to https://linden.example/pages/harvest.',
    '-2 bottles are taken for none.',
    'Taken from the beginning of the description.',
  ])
  expect(hay?.notes.map(({ problem }) => problem)).toContain('Left out: a piece of script.')
  expect(linden?.pictures.map((address) => address.split('/').at(-1))).toEqual([
    'linden-front.jpg?v=1712000001',
    'linden-dropper.jpg?v=1712000002',
    'linden-field.jpg?v=1712000003',
  ])
  const unused = columns.filter(({ target, filled }) => target === '' && filled > 0).map(({ name }) => name)
  expect(unused).toContain('Variant Compare At Price')
  expect(unused).toContain('Skin type (product.metafields.custom.skin_type)')
})

test('reads the columns of Shopify’s newer template, and milliliters', async () => {
  const { stored, remarks, lines } = await planned(sample('shopify-template'))
  expect(remarks).toEqual([])
  expect(stored['yarrow-night-oil']).toMatchObject({ price_1oz: '31.00', price_2oz: '55.25', stock_2oz: '5' })
  const notes = lines[0]?.notes.map(({ problem }) => problem)
  expect(notes).toContain('“30 ml” is taken for 1oz.')
  expect(notes).toContain('Left out: Scent “Plain”. Products here differ in size only.')
})

test('reads a WooCommerce export: variations find their product by SKU or number', async () => {
  const { format, stored, remarks, lines } = await planned(sample('woocommerce-products'))
  expect(format).toBe('woocommerce')
  expect(stored['fern-shade-serum']).toEqual({
    name: 'Fern Shade Serum',
    category: 'Face serums',
    short_description: 'A green serum for dry mornings.',
    description: 'Fern seed and grape seed.\n\nShake before use.\nKeep it cool & dark.',
    drops_per_use: '4',
    uses_per_day: '2',
    price_1oz: '29.00',
    price_2oz: '51.50',
    stock_1oz: '12',
    stock_2oz: '0',
    is_active: 'no',
  })
  expect(stored['moss-body-oil']).toMatchObject({ price_single: '38.00', category: 'Body' })
  expect(remarks.map(([, , problem]) => problem)).toEqual([
    'A product of the type “external” can’t be sold here.',
    'Its product “lost” is not in this file.',
  ])
  const notes = lines.flatMap((line) => line.notes.map(({ problem }) => problem))
  expect(notes).toContain('Category “Face serums”. Left out: Skin care, Gifts.')
  expect(notes).toContain('Left out: Skin type “Dry, Normal”. Products here differ in size only.')
})

test('reads a Square item library: adds up locations, and changes a product that already exists', async () => {
  const { format, stored, remarks, lines } = await planned(sample('square-catalog'), { category: 'Custom' })
  expect(format).toBe('square')
  expect(stored['sage-rise-hair-oil']).toMatchObject({
    description: 'Sage and argan for the lengths.\nA few drops in damp hair.',
    price_1oz: '22.00',
    price_4oz: '64.00',
    stock_1oz: '15',
    stock_4oz: '6',
  })
  const bloom = lines.find(({ productId }) => productId === 'pure-bloom')
  expect(bloom).toMatchObject({ isNew: false, changes: [{ column: 'price_2oz', before: '34.00', after: '35.00' }] })
  expect(remarks.map(([, column, problem]) => [column, problem])).toEqual([
    ['price_single', 'Enter dollars and cents, such as 12.50.'],
  ])
})

test('imports what fits once the owner says so, as drafts, and undoes all of it at once', async () => {
  const before = await products().export()
  const csv = sample('square-catalog')
  const { version } = await products().dryRun(csv)
  expect(await products().apply(csv, version, ANA)).toMatchObject({ ok: false })
  expect(await products().export()).toBe(before)

  const result = await imported(csv, { leaveOut: true })
  expect(result).toMatchObject({ created: 1, products: 1 })
  expect(
    await sql(`select name, is_active, size_1oz_price_cents, size_4oz_price_cents, has_sizes from products
      where id = 'sage-rise-hair-oil'`),
  ).toEqual([
    {
      name: 'Sage Rise Hair Oil',
      is_active: false,
      size_1oz_price_cents: 2200,
      size_4oz_price_cents: 6400,
      has_sizes: true,
    },
  ])
  const after = await products().export()
  expect((await planned(csv, { leaveOut: true })).lines.flatMap(({ changes }) => changes)).toEqual([])
  expect(await restores().restore(result.auditId ?? 0, OWNER, false)).toEqual({ ok: true })
  expect(await products().export()).toBe(before)
  expect(after).not.toBe(before)
  const entries = await sql(`select action from audit_log where subject_id = 'sage-rise-hair-oil' order by id`)
  expect(entries.map(({ action }) => action)).toEqual(['product.create', 'product.stock', 'product.delete'])
})

test('undoes nothing if any of it has changed since', async () => {
  const csv =
    'Handle,Title,Body (HTML),Type,Variant Price\nrue-oil,Rue Oil,Rue.,Radiance,20\npure-bloom,Pure Bloom,New.,,\n'
  const { auditId = 0 } = await imported(csv)
  await sql(`update products set description = 'Newer.' where id = 'pure-bloom'`)
  expect(await restores().restore(auditId, OWNER, false)).toEqual({ ok: false, code: 'changed' })
  await sql(`update products set description = 'New.' where id = 'pure-bloom'`)
  await sql(`update products set price_cents = 2100 where id = 'rue-oil'`)
  expect(await restores().restore(auditId, OWNER, false)).toEqual({ ok: false, code: 'changed' })
  // Pure Bloom isn't restored either: all or nothing.
  expect(await sql(`select description from products where id = 'pure-bloom'`)).toEqual([{ description: 'New.' }])
  expect(await restores().restore(auditId, OWNER, true)).toEqual({ ok: true })
  expect(await sql(`select 1 as there from products where id = 'rue-oil'`)).toEqual([])
})

test('deletes no product that anyone has bought or reviewed', async () => {
  const { auditId = 0 } = await imported(sample('shopify-template'))
  await sql(`insert into reviews (product_id, rating, title, body, reviewer_name, source)
    values ('yarrow-night-oil', 5, 'Good', 'Good oil', 'Ana', 'website_form')`)
  expect(await restores().restore(auditId, OWNER, true)).toEqual({
    ok: false,
    code: 'refused',
    message: 'Yarrow Night Oil has orders or reviews by now. Take it off sale instead.',
  })
  expect(await sql(`select 1 as there from products where id = 'yarrow-night-oil'`)).toHaveLength(1)
})

test('keeps a new product a draft while something is missing, even if it was to go on sale', async () => {
  const csv = sample('woocommerce-products')
  const plan = await products().dryRun(csv, { putOnSale: true, leaveOut: true })
  const fern = plan.lines.find(({ productId }) => productId === 'fern-shade-serum')
  expect(fern?.changes).toContainEqual({ column: 'is_active', before: '', after: 'no' })
  expect(fern?.notes).toContainEqual({
    line: fern?.line,
    column: 'is_active',
    problem: expect.stringMatching(/^Not on sale yet\. Still missing: A picture, /),
  })
})

test('puts nothing on sale that the desk’s checklist would reject', async () => {
  await sql(`update products set is_active = false, inci = '' where id = 'silk-root-hair-oil'`)
  const csv = 'id,is_active\nsilk-root-hair-oil,yes\n'
  const problem = { line: 2, column: 'is_active', problem: 'Not on sale yet. Still missing: INCI list.' }
  expect((await products().dryRun(csv)).problems).toEqual([problem])
  await sql(`update products set inci = 'Oil' where id = 'silk-root-hair-oil'`)
  expect((await products().dryRun(csv)).problems).toEqual([])
  await sql(`update products set is_active = true where id = 'silk-root-hair-oil'`)
})

test('finds nothing to change in the export of a draft with no price and few texts', async () => {
  await sql(`insert into products (id, name, description, short_description, category, price_cents, has_sizes, is_active)
    values ('half-done-oil', 'Half-Done Oil', '', '', '', 0, true, false)`)
  const [head = '', ...rows] = (await products().export()).split(/\r\n(?=")/)
  const draft = [head, ...rows.filter((row) => row.startsWith('"half-done-oil"'))].join('\r\n')
  expect(await products().dryRun(draft)).toMatchObject({ problems: [], lines: [{ changes: [] }] })
  await sql(`delete from products where id = 'half-done-oil'`)
})

test('treats a column as what the owner says it is', async () => {
  const csv = 'Produkt,Kategorie,Text,Preis\nBirch Oil,Radiance,Birch and almond.,21.5\n'
  const undecided = await planned(csv)
  expect(undecided.format).toBe('other')
  expect(undecided.remarks.map(([, , problem]) => problem)).toEqual([
    'There is no column “Produkt”. Choose what it holds, or leave it out.',
    'There is no column “Kategorie”. Choose what it holds, or leave it out.',
    'There is no column “Text”. Choose what it holds, or leave it out.',
    'There is no column “Preis”. Choose what it holds, or leave it out.',
  ])
  const { stored, remarks } = await planned(csv, { mapping: ['name', 'category', 'description', 'price'] })
  expect(remarks).toEqual([])
  expect(stored['birch-oil']).toMatchObject({ price_single: '21.50', short_description: 'Birch and almond.' })
  const twice = await planned(csv, { mapping: ['name', 'name', 'description', 'price'] })
  expect(twice.remarks).toEqual([[1, undefined, '“Produkt” and “Kategorie” can’t both be “Name”.']])
  const invented = await planned(csv, { mapping: ['name', 'constructor', 'description', 'price'] })
  expect(invented.remarks).toEqual([[1, undefined, '“Kategorie” can’t be taken for that.']])
})

test('creates products from our own export in a shop that lost them, ingredients included', async () => {
  const everything = await products().export()
  const [head = '', ...rows] = everything.split(/\r\n(?=")/)
  const lost = rows.filter((row) => row.startsWith('"meadow-calm-oil"'))
  const row = () =>
    sql(`select name, description, benefits, inci, price_cents, key_ingredients,
      (select string_agg(ingredient_slug || is_key, ',' order by position) from product_ingredients
        where product_id = products.id) as blend from products where id = 'meadow-calm-oil'`)
  const before = await row()
  await sql(`delete from reviews where product_id = 'meadow-calm-oil'`)
  await sql(`delete from products where id = 'meadow-calm-oil'`)
  const result = await imported([head, ...lost].join('\r\n'), { putOnSale: true })
  expect(result).toMatchObject({ created: 1, products: 0 })
  expect(await row()).toEqual(before)
  expect((await products().export()).split('\r\n').toSorted()).toEqual(everything.split('\r\n').toSorted())
})

test('never invents a price: exact cents, or a problem', async () => {
  const price = async (written: string) => {
    const csv = `Handle,Title,Body (HTML),Type,Variant Price\nx-oil,X Oil,Text,Radiance,"${written}"\n`
    const { stored, remarks } = await planned(csv)
    return remarks.length > 0 ? remarks[0]?.[2] : stored['x-oil']?.price_single
  }
  expect(await price('0.29')).toBe('0.29')
  expect(await price('1,058.10')).toBe('1058.10')
  expect(await price('25.5000')).toBe('25.50')
  expect(await price('25.505')).toBe('Use at most two decimals, such as 12.34.')
  expect(await price('25,50')).toBe('Enter dollars and cents, such as 12.50.')
  expect(await price('1e3')).toBe('Enter dollars and cents, such as 12.50.')
  expect(await price('0')).toBe('Enter an amount above zero.')
  expect(await price(''), 'a draft without a price').toBeUndefined()
})

test('reads hostile cells as text, and refuses oversized files', async () => {
  const title = `=cmd|' /C calc'!A0 <img src=x onerror=alert(1)>`
  const quoted = `"${title.replaceAll('"', '""')}"`
  const csv = `Handle,Title,Body (HTML),Type,Variant Price\n../../etc,${quoted},"<b>a</b>\n<svg onload=x>",Radiance,9\n`
  const { stored, lines } = await planned(csv)
  expect(stored.etc).toMatchObject({ name: title, description: 'a' })
  expect(lines[0]?.notes.map(({ problem }) => problem)).toContain('“../../etc” becomes /products/etc.')
  await imported(csv)
  expect(await products().export()).toContain(`"'=cmd|`)

  const problem = async (bad: string) => (await planned(bad)).remarks[0]?.[2]
  expect(await problem(`id\n${'a\n'.repeat(2001)}`)).toBe(
    'The file has more than 2000 lines. Split it and import the parts.',
  )
  expect(await problem(`${Array.from({ length: 251 }, (_, index) => `c${index}`).join()}\na`)).toContain('250 columns')
  expect(await problem(`${'x'.repeat(201)},b\na,b`)).toBe('The first line must name the columns.')
  expect(await problem('Handle,Title\na,"b')).toContain('A quotation mark is missing')
  expect(await problem('Handle,Title,Type\na,b\n')).toBe('This line has 2 cells, the first has 3.')
})
