import { afterAll, beforeAll, expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { anOrder } from '#test/an-order.ts'
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop(database.current)
  await shop.rows(`insert into discount_codes (code, kind, percent, person_limit) values
    ('ONE-EACH', 'percent', 10, 1), ('ONE-EACH-TOO', 'percent', 10, 1), ('TWO-EACH', 'percent', 10, 2),
    ('ONE-EACH-DECLINED', 'percent', 10, 1), ('ONE-EACH-AT-ONCE', 'percent', 10, 1)`)
})
afterAll(() => shop.end())

/** The response to a buyer with this address who pays with this code. */
async function payAs(email: string, discountCode: string, cvv = '111'): Promise<string> {
  const { customerInfo } = anOrder()
  const change = { customerInfo: { ...customerInfo, email }, discountCode }
  const { status, body } = await shop.pay(change, { card: { cvv } })
  return body.success ? 'paid' : `${status} ${body.problem}`
}

async function errorInQuote(email: string, discountCode: string): Promise<unknown> {
  return (await shop.quote({ items: anOrder().items, email, state: 'UT', discountCode })).body.discountError
}

async function usesOf(code: string): Promise<unknown> {
  const [row] = await shop.rows('select used_count from discount_codes where code = $1', [code])
  return row?.used_count
}

test('limits the uses of a code per customer, however they spell their address', async () => {
  expect(await payAs('mara.lindt@gmail.com', 'ONE-EACH')).toBe('paid')
  expect(await payAs('MaraLindt+oils@googlemail.com', 'ONE-EACH')).toBe('409 code')
  expect(await errorInQuote('m.a.r.a.lindt@gmail.com', 'ONE-EACH')).toBe(MESSAGES.discountInvalid)
  expect(await usesOf('ONE-EACH')).toBe(1)
})

test('counts the limit separately for each customer and code', async () => {
  expect(await payAs('ida@example.com', 'ONE-EACH-TOO')).toBe('paid')
  expect(await errorInQuote('olga@example.com', 'ONE-EACH-TOO')).toBeNull()
  expect(await payAs('olga@example.com', 'ONE-EACH-TOO')).toBe('paid')
  expect(await payAs('ida@example.com', 'TWO-EACH')).toBe('paid')
  expect(await payAs('ida+2@example.com', 'TWO-EACH')).toBe('paid')
  expect(await payAs('ida@example.com', 'TWO-EACH')).toBe('409 code')
})

test('does not count a declined order', async () => {
  expect(await payAs('vera@example.com', 'ONE-EACH-DECLINED', '911')).toBe('402 declined')
  expect(await payAs('vera@example.com', 'ONE-EACH-DECLINED')).toBe('paid')
  expect(await usesOf('ONE-EACH-DECLINED')).toBe(1)
})

test("gives the code to one of a customer's concurrent orders", async () => {
  const outcomes = await Promise.all([
    payAs('nora.beck@gmail.com', 'ONE-EACH-AT-ONCE'),
    payAs('norabeck+a@gmail.com', 'ONE-EACH-AT-ONCE'),
    payAs('NORA.BECK@googlemail.com', 'ONE-EACH-AT-ONCE'),
    payAs('paula@example.com', 'ONE-EACH-AT-ONCE'),
  ])
  expect(outcomes.slice(0, 3).toSorted()).toEqual(['409 code', '409 code', 'paid'])
  expect(outcomes[3]).toBe('paid')
  expect(await usesOf('ONE-EACH-AT-ONCE')).toBe(2)
})
