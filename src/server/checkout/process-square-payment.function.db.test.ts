import { afterAll, beforeAll, expect, test } from 'vitest'
import { INVALID_REQUEST } from '#contract/form.ts'
import { anOrder } from '#test/an-order.ts'
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop(database.current)
})
afterAll(() => shop.end())

test('names the field that the buyer can correct', async () => {
  const { shippingAddress } = anOrder()
  const answer = await shop.pay({ shippingAddress: { ...shippingAddress, zip: '846' } })
  expect(answer).toEqual({
    status: 422,
    body: { success: false, orderNumber: null, error: expect.stringMatching(/ZIP/i), problem: 'invalid', field: 'zip' },
  })
})

test('names no field if none of our pages sends such a value', async () => {
  expect(await shop.pay({ expectedTotalCents: 'all of it' })).toEqual({
    status: 400,
    body: { success: false, orderNumber: null, error: INVALID_REQUEST, problem: 'invalid' },
  })
})

test('does not call an order invalid for how it was sent', async () => {
  const answer = await shop.pay({}, { key: 'not a checkout id!' })
  expect(answer).toEqual({ status: 400, body: { success: false, orderNumber: null, error: INVALID_REQUEST } })
  expect((await shop.square.ledger()).payments).toEqual([])
})
