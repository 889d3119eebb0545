import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop(database.current)
})
afterAll(() => shop.end())

test.each([
  ['as our page makes it', randomUUID()] as const,
  ['of 128 random bits', randomBytes(16).toString('base64url')] as const,
])('reveals the order for a checkout id %s', async (_what, key) => {
  const { body } = await shop.pay({}, { key })
  expect(await shop.statusOf(key)).toEqual({
    status: 'paid',
    orderNumber: body.orderNumber,
    orderPath: body.orderPath,
    error: null,
  })
})

test.each([
  '12345678',
  'checkout-1',
  'my-checkout-of-today-at-home',
  '00000000-0000-0000-0000-000000000000',
  '11111111-2222-3333-4444-555555555555',
  'a'.repeat(64),
  '20261116-0001',
])('reveals only that the order is paid for the guessable id %s', async (key) => {
  expect((await shop.pay({}, { key })).body.orderPath).toMatch(/^\/order\//)
  expect(await shop.statusOf(key)).toEqual({ status: 'paid', orderNumber: null, orderPath: null, error: null })
})
