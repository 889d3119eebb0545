import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CARRIER_KEY, startOtherCarrier } from '#test/carrier-emulator.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { drain } from '#test/drain-queue.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { type CarrierAccounts, createCarrierAccounts } from './carrier-account.service.ts'
import { findLabel } from './labels.queries.ts'
import type { LabelPurchase } from './labels.views.ts'
import { createFinishPurchase } from './purchase.ts'

const database = useTestDatabase()
const ana = { operatorId: null, actor: 'ana' }
const packageSize = { weightOz: 10, lengthIn: 8, widthIn: 6, heightIn: 4 }
const GROUND = { carrier: 'USPS', service: 'GroundAdvantage', maxCents: 463, packageSize }
const OTHER_KEY = 'EZTK-key-of-another-account'
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  expect(await shop.parts.shop.carrier.accounts.connect(CARRIER_KEY, ana)).toEqual({ ok: true })
})
afterAll(() => shop.end())

const buy = (...purchases: LabelPurchase[]) => shop.parts.shop.carrier.labels.buy(purchases, ana)
const labelsOf = (id: string) =>
  shop.rows('select * from shipping_labels where order_id = $1 order by created_at', [id])

/** Makes open purchases due now, as if their lease had ended. */
async function finishInBackground(): Promise<number> {
  await shop.rows(`update shipping_labels set next_attempt_at = now() where state = 'buying'`)
  const [purchases] = shop.parts.shop.carrier.queues
  if (!purchases) throw new Error('no queue')
  return drain(purchases)
}

/** As another process, or one with another account, would finish a purchase. */
function finishWith(accounts: CarrierAccounts) {
  const from = { name: 'Bloomera', line1: '1 Lane', line2: null, city: 'Provo', stateCode: 'UT', zip: '84601' }
  const log = pino({ level: 'silent' })
  return createFinishPurchase({ database: database.current, accounts, shipFrom: () => from, log })
}

async function labelOf(id: string) {
  const [row] = await labelsOf(id)
  const label = await findLabel(database.current.orm, String(row?.id))
  if (!label) throw new Error('no label')
  return label
}

/** Replaces the key with that of another account, which has its own shipments; `back` restores the first one. */
async function switchAccount() {
  const other = await startOtherCarrier(OTHER_KEY)
  const webhookUrl = 'http://localhost:3000/webhooks/easypost'
  const carrier = { baseUrl: other.address, webhookUrl, isProduction: false }
  const accounts = createCarrierAccounts({
    database: database.current,
    carrier,
    secretKey: 'a secret of the shop, long enough',
    now: () => new Date(),
  })
  expect(await accounts.connect(OTHER_KEY, ana)).toEqual({ ok: true })
  return {
    finish: finishWith(accounts),
    purchases: async () => (await other.ledger()).purchases,
    async back() {
      await other.close()
      expect(await shop.parts.shop.carrier.accounts.connect(CARRIER_KEY, ana)).toEqual({ ok: true })
    },
  }
}

async function purchasesOf(id: string) {
  const { purchases, shipments } = await shop.carrier.ledger()
  const references = new Set((await labelsOf(id)).map((label) => label.id))
  return purchases.filter(({ shipmentId }) =>
    references.has(shipments.find((shipment) => shipment.id === shipmentId)?.reference),
  )
}

async function find(id: string) {
  const detail = await shop.parts.desk.orderDesk.find(id)
  if (!detail) throw new Error('no order')
  return detail
}

test('buys a label: the price, the number, the picture and the log agree with the carrier', async () => {
  const { id } = await shop.order()
  const [outcome] = await buy({ orderId: id, ...GROUND })
  expect(outcome).toMatchObject({ state: 'bought', costCents: 463, trackingNumber: expect.stringMatching(/^94001/) })
  const { order, labels, timeline, canBuyLabel } = await find(id)
  expect(labels).toMatchObject([{ state: 'bought', costCents: 463, isUsed: false, isOutdated: false }])
  expect(order).toMatchObject({ state: 'paid', trackingCarrier: 'USPS', trackingNumber: labels[0]?.trackingNumber })
  expect(canBuyLabel).toBe(false)
  expect(await purchasesOf(id)).toMatchObject([{ cents: 463 }])
  expect(timeline.find(({ title }) => title === 'Label bought, by ana')?.detail).toContain('$4.63')
  const image = await shop.parts.shop.carrier.labels.image(id, labels[0]?.id ?? '')
  expect(
    Buffer.from(image ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
})

test('a quote sends the zip code and the state, and nothing else about the customer', async () => {
  const { id } = await shop.order()
  const { order } = await find(id)
  const before = (await shop.carrier.ledger()).shipments.length
  const [quote] = await shop.parts.shop.carrier.labels.quote([{ order, packageSize }])
  expect(quote).toMatchObject({ rates: [{ cents: 463 }, { cents: 689 }, { cents: 768 }] })
  const { rateRequests, shipments } = await shop.carrier.ledger()
  expect(rateRequests.at(-1)).toMatchObject({
    shipment: { to_address: { zip: order.zip, state: order.stateCode, country: 'US', residential: true } },
  })
  const asked = rateRequests as { shipment: { to_address: object } }[]
  for (const { shipment } of asked)
    expect(Object.keys(shipment.to_address).toSorted()).toEqual(['country', 'residential', 'state', 'zip'])
  expect(shipments).toHaveLength(before)
})

test('buys once if the response to the purchase is lost', async () => {
  const { id } = await shop.order()
  await shop.carrier.setFault('answer-lost')
  expect(await buy({ orderId: id, ...GROUND })).toMatchObject([{ state: 'open' }])
  expect(await labelsOf(id)).toMatchObject([{ state: 'buying', tracking_number: null }])
  expect(await buy({ orderId: id, ...GROUND })).toMatchObject([
    { problem: 'It has a label already. Nothing was bought.' },
  ])
  expect(await finishInBackground()).toBe(1)
  expect(await labelsOf(id)).toMatchObject([{ state: 'bought', cost_cents: 463 }])
  expect(await purchasesOf(id)).toHaveLength(1)
  expect((await find(id)).order.trackingNumber).toMatch(/^94001/)
})

test('buys once if the process died between the purchase and the update of its row', async () => {
  const { id } = await shop.order()
  await buy({ orderId: id, ...GROUND })
  // As it was before the response was stored.
  await shop.rows(
    `update shipping_labels set state = 'buying', tracking_number = null, cost_cents = null, resolved_at = null
     where order_id = $1`,
    [id],
  )
  expect(await finishInBackground()).toBe(1)
  expect(await labelsOf(id)).toMatchObject([{ state: 'bought', cost_cents: 463 }])
  expect(await purchasesOf(id)).toHaveLength(1)
})

test('buys what was agreed to if the process died before the purchase', async () => {
  const { id } = await shop.order()
  await shop.carrier.setFault('down')
  expect(await buy({ orderId: id, ...GROUND })).toMatchObject([{ state: 'open' }])
  expect(await purchasesOf(id)).toHaveLength(0)
  expect(await finishInBackground()).toBe(1)
  expect(await purchasesOf(id)).toHaveLength(1)
})

test('buys nothing for an order that was canceled before the carrier answered', async () => {
  const { id } = await shop.order()
  await shop.carrier.setFault('down')
  await buy({ orderId: id, ...GROUND })
  expect(await shop.parts.desk.orderDesk.cancel(id, 'Changed their mind', ana)).toEqual({ ok: true })
  expect(await finishInBackground()).toBe(1)
  expect(await labelsOf(id)).toMatchObject([
    { state: 'failed', problem: 'The order can no longer be shipped. Nothing was bought.' },
  ])
  expect(await purchasesOf(id)).toHaveLength(0)
})

test('buys one label for two windows', async () => {
  const { id } = await shop.order()
  const outcomes = (await Promise.all([buy({ orderId: id, ...GROUND }), buy({ orderId: id, ...GROUND })])).flat()
  expect(outcomes.map(({ state }) => state).toSorted()).toEqual(['bought', 'failed'])
  expect(await purchasesOf(id)).toHaveLength(1)
})

test('buys one label if two processes finish one purchase', async () => {
  const { id } = await shop.order()
  await shop.carrier.setFault('down')
  await buy({ orderId: id, ...GROUND })
  await Promise.all([finishInBackground(), finishInBackground()])
  expect(await purchasesOf(id)).toHaveLength(1)
})

test('a process that lost its lease buys nothing', async () => {
  const { id } = await shop.order()
  await shop.carrier.setFault('down')
  await buy({ orderId: id, ...GROUND })
  const late = await labelOf(id)
  // Another process has claimed it since.
  await shop.rows('update shipping_labels set attempts = attempts + 1 where order_id = $1', [id])
  expect(await finishWith(shop.parts.shop.carrier.accounts)(late)).toEqual({ state: 'open' })
  expect(await purchasesOf(id)).toHaveLength(0)
  expect(await finishInBackground()).toBe(1)
  expect(await purchasesOf(id)).toHaveLength(1)
})

test('switching accounts ends a purchase that only the first one knows about, and says where to look', async () => {
  const { id } = await shop.order()
  await shop.carrier.setFault('answer-lost')
  await buy({ orderId: id, ...GROUND })
  const other = await switchAccount()
  const problem = expect.stringContaining('Look in the account you used before')
  expect(await other.finish(await labelOf(id))).toEqual({ state: 'failed', problem })
  expect((await find(id)).labels).toMatchObject([{ state: 'failed', problem }])
  expect((await find(id)).labels[0]?.problem).not.toContain('Nothing was bought')
  expect(await other.purchases()).toEqual([])
  await other.back()
  // Nothing prevents another label.
  expect(await buy({ orderId: id, ...GROUND })).toMatchObject([{ state: 'bought' }])
})

test('buys nothing with an account other than the one it was agreed to with', async () => {
  const { id } = await shop.order()
  await shop.carrier.setFault('down')
  await buy({ orderId: id, ...GROUND })
  const other = await switchAccount()
  const problem = 'The EasyPost account was changed before the label was bought. Nothing was bought.'
  expect(await other.finish(await labelOf(id))).toEqual({ state: 'failed', problem })
  expect(await other.purchases()).toEqual([])
  await other.back()
})

test('a new key of the same account finishes a purchase, and asks again for a shipment it should know', async () => {
  const { id } = await shop.order()
  await shop.carrier.setFault('answer-lost')
  await buy({ orderId: id, ...GROUND })
  const [row] = await shop.rows(`select provider_id from shipping_labels where order_id = $1`, [id])
  await shop.rows(`update shipping_labels set provider_id = 'shp_lost' where order_id = $1`, [id])
  const { accounts } = shop.parts.shop.carrier
  await expect(finishWith(accounts)(await labelOf(id))).rejects.toThrow('a shipment of its own')
  expect(await labelsOf(id)).toMatchObject([{ state: 'buying' }])
  await shop.rows(`update shipping_labels set provider_id = $2 where order_id = $1`, [id, row?.provider_id])
  expect(await accounts.connect(CARRIER_KEY, ana)).toEqual({ ok: true })
  expect(await finishInBackground()).toBe(1)
  expect(await labelsOf(id)).toMatchObject([{ state: 'bought', cost_cents: 463 }])
  expect(await purchasesOf(id)).toHaveLength(1)
})

test('spends no more than was agreed to', async () => {
  const { id } = await shop.order()
  await shop.carrier.setFault('price-up')
  const problem = 'It costs $5.63 now, not $4.63. Nothing was bought.'
  expect(await buy({ orderId: id, ...GROUND })).toMatchObject([{ state: 'failed', problem }])
  expect(await purchasesOf(id)).toHaveLength(0)
  // Nothing is left behind: it can be bought afterward.
  expect(await buy({ orderId: id, ...GROUND })).toMatchObject([{ state: 'bought' }])
  const newest = await shop.parts.shop.carrier.labels.newest([id])
  expect(newest.get(id)).toMatchObject({ state: 'bought', costCents: 463 })
})

test('buys the other labels if one fails, and says why it failed', async () => {
  const [one, poor, lost] = [await shop.order(), await shop.order(), await shop.order()]
  await shop.rows(`update orders set line1 = 'Unknown Road 1' where id = $1`, [lost.id])
  await shop.carrier.setFault('no-money', 0)
  const outcomes = await buy(
    { orderId: one.id, ...GROUND },
    { orderId: lost.id, ...GROUND },
    { orderId: poor.id, ...GROUND, service: 'Pigeon' },
  )
  expect(outcomes).toMatchObject([
    { orderId: one.id, state: 'bought' },
    {
      state: 'failed',
      problem: 'The carrier doesn’t know this address: Unable to verify address. Nothing was bought.',
    },
    { state: 'failed', problem: 'USPS Pigeon is no longer offered for this package. Nothing was bought.' },
  ])
  for (const { id } of [lost, poor]) {
    expect((await find(id)).order).toMatchObject({ state: 'paid', trackingNumber: null })
    expect(await purchasesOf(id)).toHaveLength(0)
  }
  await shop.carrier.setFault('no-money')
  expect(await buy({ orderId: poor.id, ...GROUND })).toMatchObject([
    { problem: 'Your EasyPost balance is too low: Insufficient funds to purchase this shipment. Nothing was bought.' },
  ])
})

test('voids a label before its package leaves, and not after', async () => {
  const { id } = await shop.order()
  await buy({ orderId: id, ...GROUND })
  const { labels } = shop.parts.shop.carrier
  const [first] = (await find(id)).labels
  expect(await labels.void(id, first?.id ?? '', ana)).toEqual({ ok: true })
  expect((await find(id)).order.trackingNumber).toBeNull()
  expect((await find(id)).labels).toMatchObject([{ state: 'voided' }])
  expect(await labels.image(id, first?.id ?? '')).toBeUndefined()
  const refunded = (await shop.carrier.ledger()).shipments.filter(({ reference }) => reference === first?.id)
  expect(refunded).toMatchObject([{ refund_status: 'submitted' }])

  expect(await buy({ orderId: id, ...GROUND })).toMatchObject([{ state: 'bought' }])
  await shop.parts.desk.orderDesk.ship(id, undefined, ana)
  const [second] = (await find(id)).labels
  expect(second).toMatchObject({ isUsed: true })
  expect(await labels.void(id, second?.id ?? '', ana)).toEqual({
    ok: false,
    problem: 'This package has already shipped.',
  })
})

test('a label that the carrier has scanned stays bought', async () => {
  const { id } = await shop.order()
  await buy({ orderId: id, ...GROUND })
  const [label] = (await find(id)).labels
  await shop.carrier.report(label?.trackingNumber ?? '', 'in_transit')
  const { labels } = shop.parts.shop.carrier
  expect(await labels.void(id, label?.id ?? '', ana)).toEqual({ ok: false, problem: 'The label has been used.' })
  expect((await find(id)).labels).toMatchObject([{ state: 'bought' }])
})

test('a package whose shipping is undone keeps its label', async () => {
  const { id } = await shop.order()
  await buy({ orderId: id, ...GROUND })
  await shop.parts.desk.orderDesk.ship(id, undefined, ana)
  const { order, shipment } = await find(id)
  const undo = { shippedAt: shipment.leftAt?.toISOString() ?? '', isAnnounced: false, emailsCustomer: false }
  expect(await shop.parts.desk.orderDesk.unship(id, undo, ana)).toEqual({ ok: true })
  const after = await find(id)
  expect(after.order).toMatchObject({ state: 'packed', trackingNumber: order.trackingNumber })
  expect(after.labels).toMatchObject([{ state: 'bought', isUsed: false }])
})

test('warns that the address was changed after the label was bought', async () => {
  const { id } = await shop.order()
  await buy({ orderId: id, ...GROUND })
  await shop.rows(`update orders set line1 = '2 New Road' where id = $1`, [id])
  expect((await find(id)).labels).toMatchObject([{ isOutdated: true }])
})

test('downloads the image when it is printed, if that failed before', async () => {
  const { id } = await shop.order()
  await shop.carrier.setFault('no-image')
  expect(await buy({ orderId: id, ...GROUND })).toMatchObject([{ state: 'bought' }])
  expect(await labelsOf(id)).toMatchObject([{ image: null }])
  const [label] = (await find(id)).labels
  expect(await shop.parts.shop.carrier.labels.image(id, label?.id ?? '')).toBeDefined()
  expect(await shop.parts.shop.carrier.labels.image((await shop.order()).id, label?.id ?? '')).toBeUndefined()
})

test('does not download an old image again, and prints only the address', async () => {
  const { id } = await shop.order()
  await buy({ orderId: id, ...GROUND })
  expect((await shop.parts.desk.printableLabels([id])).size).toBe(1)
  await shop.rows(
    `update shipping_labels set image = null, resolved_at = now() - interval '61 days' where order_id = $1`,
    [id],
  )
  expect((await shop.parts.desk.printableLabels([id])).size).toBe(0)
  const [label] = (await find(id)).labels
  expect(await shop.parts.shop.carrier.labels.image(id, label?.id ?? '')).toBeUndefined()
})

test('deletes the image, and keeps what was paid, when the customer’s data is deleted', async () => {
  const { id } = await shop.order()
  await buy({ orderId: id, ...GROUND })
  const { order } = await find(id)
  expect(await shop.parts.desk.customers.forget(order.email, ana)).toBe(true)
  expect((await labelsOf(id))[0]).toMatchObject({ image: null, cost_cents: 463 })
})
