import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentResponse } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { askForBottles } from '#test/chaos/requests.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { openWebhookShop, type WebhookShop } from '#test/webhook-shop.ts'

const database = useTestDatabase()
let shop: WebhookShop
/** A paid order whose buyer was asked for another bottle. */
let asked: { token: string; requestId: string }

beforeAll(async () => {
  shop = await openWebhookShop(database.current)
  await shop.pay()
  const [request] = await askForBottles(database.current, 1)
  if (!request) throw new Error('nobody was asked')
  asked = { token: shop.services.payments.links.tokenFor(request.orderId), requestId: request.requestId }
})
afterEach(async () => {
  await shop.rows('drop trigger if exists keep_tries on payment_tries')
  await eventually(() => shop.services.till.isOpen())
})
afterAll(() => shop.end())

async function payBalance(requestId = asked.requestId) {
  const sourceId = await shop.square.tokenize()
  return shop.post<PaymentResponse>('pay-balance', { ...asked, requestId, sourceId })
}

const countAttempts = async () => (await shop.rows('select count(*)::int as n from payment_attempts'))[0]?.n
const DISK_FULL = Object.assign(new Error('no space left on device'), { code: '53100' })

/** The till opens again as soon as it sees space, a second later. */
async function whileDiskIsFull(work: () => Promise<void>): Promise<void> {
  const noteFull = () => shop.services.till.noteError(DISK_FULL)
  noteFull()
  const filling = setInterval(noteFull, 20)
  try {
    await work()
  } finally {
    clearInterval(filling)
  }
}

test.each([
  ['an order', () => shop.pay()],
  ['a request', () => payBalance()],
])('charges nothing for %s while its result cannot be stored, and starts nothing', async (_, pay) => {
  const before = await countAttempts()
  await whileDiskIsFull(async () => {
    expect(await pay()).toMatchObject({
      status: 503,
      body: { success: false, problem: 'unavailable', error: MESSAGES.cardFormUnavailable },
    })
  })
  expect(await countAttempts()).toBe(before)
})

test('tells a program when to try again with a request that cannot be paid now, and only then', async () => {
  const press = async (requestId: string) => {
    const body = JSON.stringify({ ...asked, requestId, sourceId: await shop.square.tokenize() })
    const headers = { 'content-type': 'application/json' }
    const answer = await shop.app.request('/functions/v1/pay-balance', { method: 'POST', headers, body })
    return [answer.status, answer.headers.get('retry-after')]
  }
  expect(await press(randomUUID())).toEqual([404, null])
  await whileDiskIsFull(async () => expect(await press(asked.requestId)).toEqual([503, '5']))
})

test.each([
  ['an order', () => shop.pay({ expectedTotalCents: 1 })],
  ['a request', () => payBalance(randomUUID())],
])('refuses %s as usual when its try cannot be released', async (_, pay) => {
  const usual = await pay()
  expect([404, 409]).toContain(usual.status)
  await shop.rows(`create or replace function keep_tries() returns trigger language plpgsql as
    $$ begin raise exception 'tries are kept'; end $$`)
  await shop.rows('create trigger keep_tries before delete on payment_tries for each row execute function keep_tries()')
  expect(await pay()).toEqual(usual)
})

test('tells Square that a payment is for items, under a reference of its own', async () => {
  const before = (await shop.square.ledger()).payments.length
  const { status, body } = await payBalance()
  expect([status, body.success]).toEqual([200, true])
  const { payments } = await shop.square.ledger()
  expect(payments).toHaveLength(before + 1)
  expect(payments.at(-1)).toMatchObject({
    reference_id: `${body.orderNumber}-2`,
    note: `Items added to order ${body.orderNumber}`,
  })
  // The same request again, with another card: it is paid.
  expect((await payBalance()).body).toEqual(body)
  expect((await shop.square.ledger()).payments).toHaveLength(before + 1)
})
