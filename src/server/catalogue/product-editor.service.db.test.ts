import { beforeEach, expect, test } from 'vitest'
import type { ProductTexts } from '#domain/catalogue/product-fields.ts'
import type { Role } from '#domain/operators/roles.ts'
import { createRaiseAlert } from '#server/alerts/raise-alert.ts'
import { RESTORABLE } from '#server/desk-services.ts'
import { createAuditService } from '#server/operators/audit.service.ts'
import { createCatalogueRestore } from '#server/operators/restore.service.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createSubjectNames } from '#server/reports/subject-names.service.ts'
import { drain } from '#test/drain-queue.ts'
import { useTestDatabase } from '#test/test-database.ts'
import type { ProductToEdit } from './catalogue.views.ts'
import { writeStock } from './product-editor.queries.ts'
import { createProductEditor } from './product-editor.service.ts'
import { claimDuePrices } from './scheduled-prices.queries.ts'
import { createPriceQueue } from './scheduled-prices.worker.ts'

const database = useTestDatabase()
const ANA = { operatorId: null, actor: 'ana@bloomera.example' }
const EVERYTHING = { actor: '', action: '', subject: '', from: '', to: '', words: '' }
const NOW = new Date('2026-11-15T12:00:00Z')

let editor: ReturnType<typeof createProductEditor>
let restore: ReturnType<typeof createCatalogueRestore>['restore']

beforeEach(() => {
  editor = createProductEditor(database.current, () => NOW)
  restore = createCatalogueRestore(database.current, RESTORABLE, () => new Date()).restore
})

function sql(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

async function find(id: string): Promise<ProductToEdit> {
  const product = await editor.find(id)
  if (!product) throw new Error(`${id} is not there`)
  return product
}

async function newestEntry(subject: string) {
  const { lines } = await createAuditService(database.current, createSubjectNames(database.current)).list(
    { ...EVERYTHING, subject },
    undefined,
  )
  return lines[0]
}

function as(role: Role, id: string | null = null) {
  return { operator: { id: id ?? 'somebody', role }, actor: { operatorId: null, actor: role } }
}

test('saves texts with before and after, and ingredients in their order', async () => {
  const { texts } = await find('pure-bloom')
  const ingredients = texts.value.ingredients.toReversed()
  const value: ProductTexts = { ...texts.value, shortDescription: 'A lighter oil.', ingredients }
  expect(await editor.saveTexts('pure-bloom', value, texts.version, ANA)).toMatchObject({ ok: true })
  const after = await find('pure-bloom')
  expect(after.texts.value).toEqual(value)
  expect(await newestEntry('pure-bloom')).toMatchObject({
    action: 'product.texts',
    actor: 'ana@bloomera.example',
    before: { shortDescription: texts.value.shortDescription },
    after: { shortDescription: 'A lighter oil.' },
  })
})

test('detects a conflicting edit and shows both versions', async () => {
  const { texts } = await find('first-light-serum')
  const mine = { ...texts.value, howToUse: 'Mine' }
  const theirs = { ...texts.value, howToUse: 'Theirs' }
  expect(await editor.saveTexts('first-light-serum', theirs, texts.version, ANA)).toMatchObject({ ok: true })
  expect(await editor.saveTexts('first-light-serum', mine, texts.version, ANA)).toEqual({
    ok: false,
    code: 'changed',
    current: theirs,
  })
  expect((await find('first-light-serum')).texts.value.howToUse).toBe('Theirs')
})

test('does not lose a sale made during a stock count', async () => {
  const { stock } = await find('bloomera-hair-skin-restore')
  await sql(`update stock_levels set on_hand = on_hand - 1 where product_id = 'bloomera-hair-skin-restore'`)
  const value = { ...stock.value, '4oz': 20 }
  expect(await editor.saveStock('bloomera-hair-skin-restore', value, stock.version, ANA)).toMatchObject({
    code: 'changed',
    current: { '4oz': 5 },
  })
})

test('does not lose a restock made while a count is being saved', async () => {
  await sql(`insert into stock_levels (product_id, size, on_hand) values ('first-light-serum', '1oz', 4)`)
  const { stock } = await find('first-light-serum')
  const another = await database.openAnother()
  let putBack: Promise<unknown[]> | undefined
  await database.current.orm.transaction(async (tx) => {
    await writeStock(tx, 'first-light-serum', { ...stock.value, '1oz': 9 })
    putBack = another.withConnection((connection) =>
      connection.rows(
        `update stock_levels set on_hand = on_hand + 2 where product_id = 'first-light-serum' returning 1`,
      ),
    )
    // Long enough for it to block on the row lock.
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  expect(await putBack).toHaveLength(1)
  expect((await find('first-light-serum')).stock.value['1oz']).toBe(11)
  if (another !== database.current) await another.close()
})

test('keeps product names unique', async () => {
  const { texts } = await find('petal-renewal-serum')
  const value = { ...texts.value, name: 'Pure Bloom' }
  expect(await editor.saveTexts('petal-renewal-serum', value, texts.version, ANA)).toMatchObject({ code: 'refused' })
  expect(await editor.create('Pure Bloom', ANA)).toMatchObject({ ok: false })
  // A different name with the same slug collides too.
  expect(await editor.create('Pure – Bloom!', ANA)).toMatchObject({ ok: false })
  expect(await editor.create('♥', ANA)).toMatchObject({ ok: false })
})

test('creates a draft from its name, and puts it on sale once nothing is missing', async () => {
  const id = 'winter-balm-no-2'
  expect(await editor.create('Winter Balm No. 2', ANA)).toEqual({ ok: true, id })
  const draft = await find(id)
  expect(draft).toMatchObject({ isActive: false, pricing: { value: { kind: 'sized', prices: {} } } })
  const missing = (product: ProductToEdit) =>
    product.checklist.filter(({ isDone }) => !isDone).map(({ label }) => label)
  expect(missing(draft)).toEqual([
    'Name and category',
    'A picture',
    'A price',
    'Short description',
    'About this blend',
    'How to use',
    'Patch test',
    'Ingredients',
    'INCI list',
  ])
  expect(await editor.putOnSale(id, true, ANA)).toEqual({
    ok: false,
    code: 'refused',
    message: expect.stringContaining('Still missing: Name and category, A picture, A price,') as string,
  })

  const { texts, pricing } = await find('pure-bloom')
  const named = { ...texts.value, name: 'Winter Balm No. 2' }
  // A draft can be saved half done.
  const half = { ...named, description: '', patchTest: '' }
  expect(await editor.saveTexts(id, half, draft.texts.version, ANA)).toMatchObject({ ok: true })
  expect(await editor.savePricing(id, pricing.value, draft.pricing.version, ANA)).toMatchObject({ ok: true })
  const picture = { picture: 'pure-bloom', alt: '', sizes: [] }
  expect(await editor.savePictures(id, [picture], draft.pictures.version, ANA)).toMatchObject({ ok: true })
  expect(missing(await find(id))).toEqual(['About this blend', 'Patch test'])
  expect(await editor.putOnSale(id, true, ANA)).toMatchObject({ code: 'refused' })
  expect(await editor.saveTexts(id, named, (await find(id)).texts.version, ANA)).toMatchObject({ ok: true })
  expect(await editor.putOnSale(id, true, ANA)).toMatchObject({ ok: true })
  expect((await find(id)).isActive).toBe(true)
})

test('does not remove what a product on sale needs, even by undoing a change', async () => {
  const created = await editor.create('Autumn Balm', ANA)
  if (!created.ok) throw new Error(created.message)
  const { id } = created
  const { texts, pricing } = await find('pure-bloom')
  const draft = await find(id)
  const priced = await editor.savePricing(id, pricing.value, draft.pricing.version, ANA)
  const named = { ...texts.value, name: 'Autumn Balm' }
  await editor.saveTexts(id, named, draft.texts.version, ANA)
  await editor.savePictures(id, [{ picture: 'pure-bloom', alt: '', sizes: [] }], draft.pictures.version, ANA)
  await editor.putOnSale(id, true, ANA)
  expect(await editor.saveTexts(id, { ...named, description: '' }, (await find(id)).texts.version, ANA)).toMatchObject({
    ok: false,
    code: 'refused',
  })
  if (!priced.ok || priced.auditId === undefined) throw new Error('not saved')
  expect(await restore(priced.auditId, as('owner'), true)).toMatchObject({ ok: false })
  expect((await find(id)).pricing.value).toEqual(pricing.value)
})

test('lets an owner restore a price from the log, even over later changes', async () => {
  const { pricing } = await find('velvet-contour-serum')
  const first = await editor.savePricing(
    'velvet-contour-serum',
    { kind: 'sized', prices: { '1oz': 3600, '2oz': 4500 } },
    pricing.version,
    ANA,
  )
  if (!first.ok || first.auditId === undefined) throw new Error('not saved')
  const { pricing: second } = await find('velvet-contour-serum')
  await editor.savePricing('velvet-contour-serum', { kind: 'sized', prices: { '1oz': 9900 } }, second.version, ANA)
  expect(await restore(first.auditId, as('owner'), false)).toEqual({ ok: false, code: 'changed' })
  expect(await restore(first.auditId, as('owner'), true)).toEqual({ ok: true })
  expect((await find('velvet-contour-serum')).pricing.value).toEqual(pricing.value)
  expect(await newestEntry('velvet-contour-serum')).toMatchObject({ action: 'product.prices', actor: 'owner' })
})

test('lets staff undo only their own recent change', async () => {
  await sql(`insert into operators (id, name, email, role) values ('sam', 'Sam', 'sam@bloomera.example', 'staff')`)
  const sam = { operatorId: 'sam', actor: 'sam@bloomera.example' }
  const { stock, pricing } = await find('sunday-ritual-oil')
  const counted = await editor.saveStock('sunday-ritual-oil', { ...stock.value, single: 3 }, stock.version, sam)
  const priced = await editor.savePricing(
    'sunday-ritual-oil',
    { kind: 'single', priceCents: 6000, info: '4oz' },
    pricing.version,
    ANA,
  )
  if (!counted.ok || !priced.ok) throw new Error('not saved')
  expect(await restore(priced.auditId ?? 0, as('staff', 'sam'), false)).toEqual({ ok: false, code: 'forbidden' })
  expect(await restore(counted.auditId ?? 0, as('staff', 'other'), false)).toEqual({ ok: false, code: 'forbidden' })
  const later = createCatalogueRestore(database.current, RESTORABLE, () => new Date(Date.now() + 60_000))
  expect(await later.restore(counted.auditId ?? 0, as('staff', 'sam'), false)).toEqual({ ok: false, code: 'too_late' })
  expect(await restore(counted.auditId ?? 0, as('staff', 'sam'), false)).toEqual({ ok: true })
  expect((await find('sunday-ritual-oil')).stock.value.single).toBeNull()
})

/** Makes all waiting prices due, keeping the intervals between them. */
const makeDue = () =>
  sql(`update scheduled_prices set due_at = due_at - interval '1 day', retry_at = null where state = 'waiting'`)
const singlePrice = (priceCents: number) => ({ kind: 'single', priceCents, info: null }) as const
const inAnHour = () => new Date(Date.now() + 3_600_000)
const priceQueue = (on: Database = database.current) =>
  createPriceQueue({ database: on, raiseAlert: createRaiseAlert(async () => ['owner@bloomera.example']) })

test('applies a due price once, whichever process claims it', async () => {
  await editor.schedule('neroli-dusk-body-oil', { kind: 'single', priceCents: 4900, info: '4oz' }, inAnHour(), ANA)
  expect(await drain(priceQueue())).toBe(0)
  await makeDue()
  const other = await database.openAnother()
  const applied = await Promise.all([
    drain(priceQueue()),
    drain(priceQueue(other)),
    drain(priceQueue()),
    drain(priceQueue(other)),
  ])
  if (other !== database.current) await other.close()
  expect(applied.reduce((sum, count) => sum + count, 0)).toBe(1)
  const { pricing, scheduled } = await find('neroli-dusk-body-oil')
  expect(pricing.value).toEqual({ kind: 'single', priceCents: 4900, info: '4oz' })
  expect(scheduled).toEqual([])
  expect(await newestEntry('neroli-dusk-body-oil')).toMatchObject({ action: 'product.prices', actor: 'schedule' })
})

test('lets the later of two price changes win, even when the first is retried', async () => {
  const product = 'neroli-dusk-body-oil'
  await editor.schedule(product, singlePrice(5100), inAnHour(), ANA)
  await editor.schedule(product, singlePrice(5200), new Date(inAnHour().getTime() + 60_000), ANA)
  await makeDue()
  // As if the process that claimed the first one had died: its lease still hides it.
  const [first] = await claimDuePrices(database.current.orm, { limit: 10, leaseMs: 60_000 })
  expect(await drain(priceQueue())).toBe(0)
  await sql(`update scheduled_prices set retry_at = now() where id = '${first?.id}'`)
  expect(await drain(priceQueue())).toBe(2)
  expect((await find(product)).pricing.value).toMatchObject({ priceCents: 5200 })
})

test('does not apply a price that was canceled while a process held its lease', async () => {
  const before = (await find('meadow-calm-oil')).pricing.value
  const id = await editor.schedule('meadow-calm-oil', singlePrice(100), inAnHour(), ANA)
  await makeDue()
  // Cancels between the claim and the work.
  await sql(`create function call_off() returns trigger language plpgsql as $$ begin
    update scheduled_prices set state = 'cancelled' where id = new.id; return null; end $$`)
  await sql(`create trigger call_off after update of retry_at on scheduled_prices for each row
    when (new.state = 'waiting') execute function call_off()`)
  await drain(priceQueue())
  await sql('drop trigger call_off on scheduled_prices')
  expect((await find('meadow-calm-oil')).pricing.value).toEqual(before)
  expect(await sql(`select state from scheduled_prices where id = '${id}'`)).toEqual([{ state: 'cancelled' }])
})

test('fails a price that crashes every process applying it, without another attempt', async () => {
  const before = (await find('meadow-calm-oil')).pricing.value
  const id = await editor.schedule('meadow-calm-oil', singlePrice(101), inAnHour(), ANA)
  await sql(`update scheduled_prices set attempts = 6 where id = '${id}'`)
  await makeDue()
  expect(await drain(priceQueue())).toBe(0)
  expect((await find('meadow-calm-oil')).pricing.value).toEqual(before)
  expect((await find('meadow-calm-oil')).scheduled).toMatchObject([{ failure: 'It was never finished.' }])
  await editor.cancelScheduled(id ?? '', ANA)
})

test('never applies a canceled price', async () => {
  const id = await editor.schedule('meadow-calm-oil', singlePrice(100), inAnHour(), ANA)
  expect(await editor.cancelScheduled(id ?? '', ANA)).toBe(true)
  expect(await editor.cancelScheduled(id ?? '', ANA)).toBe(false)
  await makeDue()
  expect(await drain(priceQueue())).toBe(0)
})

const alertsAbout = (product: string) =>
  sql(`select kind, resolution from alerts where subject = '${product}' order by created_at`)

test.each([
  ['that no longer parses', `'{"kind": "by-the-drop"}'`],
  ['that is null', `'null'`],
  ['of zero', `'{"kind": "single", "priceCents": 0, "info": null}'`],
])('marks a scheduled price %s as failed without blocking the others', async (_name, pricing) => {
  const broken = 'petal-renewal-serum'
  await sql(`insert into scheduled_prices (product_id, pricing, due_at, created_by)
    values ('${broken}', ${pricing}, now() - interval '1 minute', 'ana')`)
  await editor.schedule('first-light-serum', singlePrice(4100), inAnHour(), ANA)
  await makeDue()
  expect(await drain(priceQueue())).toBe(1)
  expect((await find('first-light-serum')).pricing.value).toMatchObject({ priceCents: 4100 })
  const { scheduled } = await find(broken)
  expect(scheduled).toMatchObject([{ pricing: undefined, failure: expect.stringContaining('can’t be read') }])
  expect(await editor.listScheduled()).toHaveLength(1)
  expect((await alertsAbout(broken)).at(-1)).toEqual({ kind: 'price-not-applied', resolution: null })
  expect(await drain(priceQueue())).toBe(0)

  expect(await editor.cancelScheduled(scheduled[0]?.id ?? '', ANA)).toBe(true)
  expect((await find(broken)).scheduled).toEqual([])
  expect((await alertsAbout(broken)).at(-1)).toEqual({ kind: 'price-not-applied', resolution: 'Canceled.' })
})

test('retries a price that the database refuses with back-off, then fails it with nothing half done', async () => {
  const before = (await find('velvet-contour-serum')).pricing.value
  await sql(
    `create function refuse_price() returns trigger language plpgsql as $$ begin raise exception 'no' using detail = 'secret'; end $$`,
  )
  await sql(`create trigger refuse_price before update on products for each row when (new.id = 'velvet-contour-serum')
    execute function refuse_price()`)
  await editor.schedule('velvet-contour-serum', singlePrice(4200), inAnHour(), ANA)
  await editor.schedule('sunday-ritual-oil', singlePrice(4300), inAnHour(), ANA)
  await makeDue()
  expect(await drain(priceQueue())).toBe(1)
  const waits: unknown[] = []
  expect((await find('velvet-contour-serum')).scheduled).toMatchObject([{ failure: undefined }])
  for (let attempt = 2; attempt <= 6; attempt += 1) {
    const [row] = await sql(`select round(extract(epoch from retry_at - now()) / 10)::int as tens
      from scheduled_prices where state = 'waiting' and attempts = ${attempt - 1}`)
    waits.push(row?.tens)
    // Not due yet: nothing is attempted.
    expect(await drain(priceQueue())).toBe(0)
    await makeDue()
    expect(await drain(priceQueue())).toBe(0)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16])
  expect((await find('velvet-contour-serum')).scheduled).toMatchObject([{ failure: 'no' }])
  expect(await alertsAbout('velvet-contour-serum')).toHaveLength(1)
  expect((await find('velvet-contour-serum')).pricing.value).toEqual(before)
  await sql('drop trigger refuse_price on products')
})
