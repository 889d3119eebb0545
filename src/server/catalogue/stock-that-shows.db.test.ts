import { beforeEach, expect, test } from 'vitest'
import { FEW_BOTTLES } from '#domain/catalogue/featured.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
const MANY = 1000

const sql = (statement: string) => database.current.withConnection((connection) => connection.rows(statement))

/** Returns true if it invalidates pages of the catalog. */
async function drops(statement: string): Promise<boolean> {
  await sql('delete from process_notes')
  await sql(statement)
  const notes = await sql(`select from process_notes where channel = 'page_tags' and payload = 'catalogue'`)
  return notes.length > 0
}

const setTo = (onHand: number) => drops(`update stock_levels set on_hand = ${onHand} where product_id = 'pure-bloom'`)

beforeEach(async () => {
  await sql(`delete from settings where key = 'inventory'`)
  await sql('delete from stock_levels')
  await sql(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', ${MANY})`)
})

test('an order drops no page while many bottles are left', async () => {
  expect(await setTo(MANY - 1)).toBe(false)
  expect(await setTo(FEW_BOTTLES + 1)).toBe(false)
})

test('drops pages when bottles become few, fewer, none, and many again', async () => {
  expect(await setTo(FEW_BOTTLES)).toBe(true)
  expect(await setTo(FEW_BOTTLES - 1)).toBe(true)
  expect(await setTo(0)).toBe(true)
  expect(await setTo(0)).toBe(false)
  expect(await setTo(MANY)).toBe(true)
})

test('the low-stock limit is the one the owner set', async () => {
  await sql(`insert into settings (key, value) values ('inventory', '{"lowAt": 50}')`)
  expect(await setTo(51)).toBe(false)
  expect(await setTo(50)).toBe(true)
  expect(await setTo(MANY)).toBe(true)
})

test('one visible count among several is enough, and so is a count that is added or removed', async () => {
  await sql(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '2oz', 1)`)
  expect(await drops('update stock_levels set on_hand = on_hand - 1')).toBe(true)
  expect(
    await drops(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '4oz', ${MANY})`),
  ).toBe(true)
  expect(await drops(`delete from stock_levels where size = '4oz'`)).toBe(true)
})
