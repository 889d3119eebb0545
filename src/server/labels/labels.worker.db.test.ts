import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readEnv } from '#server/env.ts'
import { AppError } from '#server/platform/errors.ts'
import { createUnverifiedReader, MAX_EVENT_BYTES } from '#server/platform/http/read-unverified.ts'
import { createSecurityHeaders } from '#server/platform/http/security-headers.ts'
import { CARRIER_KEY } from '#test/carrier-emulator.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { drain } from '#test/drain-queue.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { easyPostWebhook } from './easypost-webhook.api.ts'

const database = useTestDatabase()
const ana = { operatorId: null, actor: 'ana' }
const packageSize = { weightOz: 10, lengthIn: 8, widthIn: 6, heightIn: 4 }
const HOUR_MS = 60 * 60 * 1000
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  await shop.parts.shop.carrier.accounts.connect(CARRIER_KEY, ana)
})
afterAll(() => shop.end())

/** An order whose package shipped with a label. */
async function shipped(): Promise<{ id: string; trackingNumber: string }> {
  const { id } = await shop.order()
  const label = { orderId: id, carrier: 'USPS', service: 'GroundAdvantage', maxCents: 500, packageSize }
  const [outcome] = await shop.parts.shop.carrier.labels.buy([label], ana)
  if (outcome?.state !== 'bought') throw new Error('not bought')
  await shop.parts.desk.orderDesk.ship(id, undefined, ana)
  return { id, trackingNumber: outcome.trackingNumber }
}

async function look(): Promise<number> {
  const [, tracking] = shop.parts.shop.carrier.queues
  if (!tracking) throw new Error('no queue')
  return drain(tracking)
}

async function nextLookHours(trackingNumber: string): Promise<number | null> {
  const [row] = await shop.rows(
    `select round(extract(epoch from look_at - now()) / 3600)::int as hours from shipping_labels where tracking_number = $1`,
    [trackingNumber],
  )
  return row?.hours as number | null
}

async function find(id: string) {
  const detail = await shop.parts.desk.orderDesk.find(id)
  if (!detail) throw new Error('no order')
  return detail
}

/** Mounted as in the shop, where errors become responses. */
function hook(hasAccount = true): Hono {
  const app = new Hono()
  app.route(
    '/',
    easyPostWebhook({
      database: database.current,
      secrets: shop.parts.shop.carrier.accounts.webhookSecrets,
      hasAccount: async () => hasAccount,
      readUnverified: createUnverifiedReader(MAX_EVENT_BYTES),
      securityHeaders: createSecurityHeaders(readEnv({ NODE_ENV: 'test' })),
    }),
  )
  return app.onError((error) => new Response(null, { status: error instanceof AppError ? error.status : 500 }))
}

function send(body: string, signature?: string) {
  const [webhookSecret = ''] = shop.parts.shop.carrier.accounts.webhookSecrets
  const right = `hmac-sha256-hex=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`
  return hook().request('/', { method: 'POST', headers: { 'x-hmac-signature': signature ?? right }, body })
}

const eventAbout = (trackingNumber: string) =>
  JSON.stringify({ description: 'tracker.updated', result: { tracking_code: trackingNumber, status: 'delivered' } })

test('tracks a package until it arrives, and then stops asking', async () => {
  const { id, trackingNumber } = await shipped()
  expect(await look()).toBe(1)
  expect(await look()).toBe(0)
  expect((await find(id)).shipments).toMatchObject([{ progress: 'label_made' }])
  expect(await nextLookHours(trackingNumber)).toBe(3)
  await shop.carrier.report(trackingNumber, 'out_for_delivery', new Date(Date.now() + HOUR_MS))
  await shop.rows('update shipping_labels set look_at = now() where tracking_number = $1', [trackingNumber])
  expect(await look()).toBe(1)
  expect((await find(id)).shipments).toMatchObject([{ progress: 'out_for_delivery' }])
  expect(await nextLookHours(trackingNumber)).toBe(1)
  await shop.carrier.report(trackingNumber, 'delivered', new Date(Date.now() + 2 * HOUR_MS))
  await shop.rows('update shipping_labels set look_at = now() where tracking_number = $1', [trackingNumber])
  expect(await look()).toBe(1)
  expect((await find(id)).order.state).toBe('delivered')
  expect(await nextLookHours(trackingNumber)).toBeNull()
})

test('does not ask about a package that has not shipped, or whose shipping was undone', async () => {
  const { id } = await shop.order()
  const label = { orderId: id, carrier: 'USPS', service: 'GroundAdvantage', maxCents: 500, packageSize }
  await shop.parts.shop.carrier.labels.buy([label], ana)
  expect(await look()).toBe(0)
})

test('asks the carrier at once after a signed event, without trusting its content', async () => {
  const { id, trackingNumber } = await shipped()
  await look()
  expect((await send(eventAbout(trackingNumber))).status).toBe(200)
  expect(await nextLookHours(trackingNumber)).toBe(0)
  expect(await look()).toBe(1)
  // The event said that it was delivered; the carrier does not.
  expect((await find(id)).order.state).toBe('shipped')
  await shop.carrier.report(trackingNumber, 'delivered')
  await send(eventAbout(trackingNumber))
  await look()
  expect((await find(id)).order.state).toBe('delivered')
})

test('refuses an event with a wrong signature or none', async () => {
  const { trackingNumber } = await shipped()
  await look()
  const body = eventAbout(trackingNumber)
  const other = `hmac-sha256-hex=${createHmac('sha256', 'another secret').update(body).digest('hex')}`
  for (const signature of ['', other, 'hmac-sha256-hex=']) expect((await send(body, signature)).status).toBe(401)
  expect(await nextLookHours(trackingNumber)).toBe(3)
})

test('reads nothing without an account, and no more than an event takes', async () => {
  const pull = vi.fn<() => void>()
  const unread = { method: 'POST', body: new ReadableStream({ pull }, { highWaterMark: 0 }), duplex: 'half' }
  expect((await hook(false).request('/', unread)).status).toBe(404)
  expect(pull).not.toHaveBeenCalled()
  expect((await send('x'.repeat(MAX_EVENT_BYTES + 1))).status).toBe(413)
  expect((await send('x'.repeat(MAX_EVENT_BYTES))).status).toBe(200)
})

test('accepts and ignores a signed event about something else', async () => {
  for (const body of ['{}', 'not json', '{"description":"batch.created","result":{}}', eventAbout('NOBODYS9400')])
    expect((await send(body)).status).toBe(200)
})

test('asks again later if the carrier does not respond, and reports problems in plain words', async () => {
  const { id, trackingNumber } = await shipped()
  await shop.carrier.setFault('down')
  expect(await look()).toBe(0)
  await shop.carrier.report(trackingNumber, 'return_to_sender', new Date(Date.now() + HOUR_MS))
  await send(eventAbout(trackingNumber))
  expect(await look()).toBe(1)
  expect((await find(id)).shipments).toMatchObject([{ progress: 'problem', progressNote: 'On its way back to you' }])
  expect((await shop.parts.desk.today.work()).counts.deliveryProblems).toBe(1)
})
