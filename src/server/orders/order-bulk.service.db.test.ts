import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { trackingVersion } from './order-shipping.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
})
afterAll(() => shop.end())

const NONE = { carrier: null, trackingNumber: null }
const NO_NUMBER = trackingVersion({ trackingCarrier: null, trackingNumber: null })

const bulk = () => shop.parts.desk.orderBulk

async function orders(count: number) {
  const made = []
  for (let index = 0; index < count; index += 1) made.push(await shop.order())
  return made
}

async function statesOf(ids: readonly string[]): Promise<unknown[]> {
  const rows = await shop.rows('select id, state from orders where id = any($1::uuid[])', [`{${ids.join()}}`])
  return ids.map((id) => rows.find((row) => row.id === id)?.state)
}

async function shippedMails(numbers: readonly string[]): Promise<number> {
  const rows = await shop.rows(
    `select 1 from outbox where template = 'shipped' and payload->>'orderNumber' = any($1::text[])`,
    [`{${numbers.join()}}`],
  )
  return rows.length
}

test('packs each order separately: one that has moved on does not hold up the others', async () => {
  const [first, gone, second] = await orders(3)
  const ids = [first?.id ?? '', gone?.id ?? '', randomUUID(), second?.id ?? '']
  await shop.parts.desk.orderDesk.cancel(gone?.id ?? '', 'Changed their mind', ana)
  expect(await bulk().move('pack', ids, ana)).toEqual({
    done: [first?.id, second?.id],
    skipped: [
      { number: gone?.number, state: 'cancelled' },
      { number: 'An order', state: undefined },
    ],
  })
  expect(await statesOf([ids[0] ?? '', ids[1] ?? '', ids[3] ?? ''])).toEqual(['packed', 'cancelled', 'packed'])
  const audit = await shop.rows(
    `select subject_id, actor from audit_log where action = 'order.pack' and subject_id = any($1::text[]) order by id`,
    [`{${ids.join()}}`],
  )
  expect(audit).toEqual([first, second].map((order) => ({ subject_id: order?.id, actor: ana.actor })))
})

test('does nothing twice: a repeat, a duplicate and two concurrent windows each send one email', async () => {
  const made = await orders(3)
  const ids = made.map(({ id }) => id)
  const [one, other] = await Promise.all([
    bulk().move('ship', [...ids, ...ids], ana),
    bulk().move('ship', ids.toReversed(), ana),
  ])
  expect([...one.done, ...other.done].toSorted()).toEqual(ids.toSorted())
  const again = await bulk().move('ship', ids, ana)
  expect(again).toEqual({ done: [], skipped: made.map(({ number }) => ({ number, state: 'shipped' })) })
  expect(await shippedMails(made.map(({ number }) => number))).toBe(3)
})

test('undoes packing, but never unships an order', async () => {
  const made = await orders(2)
  const ids = made.map(({ id }) => id)
  await bulk().move('pack', ids, ana)
  await shop.parts.desk.orderDesk.ship(ids[1] ?? '', undefined, ana)
  const { done, skipped } = await bulk().move('unpack', ids, ana)
  expect([done, skipped]).toEqual([[ids[0]], [{ number: made[1]?.number, state: 'shipped' }]])
  expect(await statesOf(ids)).toEqual(['paid', 'shipped'])
})

test('saves tracking numbers that only shipping sends, and hides them from the buyer until then', async () => {
  const [order] = await orders(1)
  const id = order?.id ?? ''
  const tracking = { carrier: 'UPS', trackingNumber: '1Z5R89390357567127' }
  const given = new Map([[id, { tracking, expectedVersion: NO_NUMBER }]])
  expect(await bulk().saveTracking(given, ana)).toEqual({ saved: 1, skipped: [], changed: [] })
  expect(await bulk().saveTracking(given, ana)).toEqual({ saved: 0, skipped: [], changed: [] })
  expect(await shippedMails([order?.number ?? ''])).toBe(0)
  const token = (await shop.parts.desk.orderDesk.find(id))?.orderPath.replace('/order/', '') ?? ''
  expect(await shop.parts.shop.orders.viewByToken(token)).toMatchObject({ tracking: null })

  expect((await bulk().move('ship', [id], ana)).done).toEqual([id])
  expect(await shop.parts.shop.orders.viewByToken(token)).toMatchObject({
    tracking: { carrier: 'UPS', number: '1Z5R89390357567127' },
  })
  const [mail] = await shop.rows(
    `select payload from outbox where template = 'shipped' and payload->>'orderNumber' = $1`,
    [order?.number],
  )
  expect(mail?.payload).toMatchObject(tracking)
  const removed = new Map([
    [
      id,
      {
        tracking: NONE,
        expectedVersion: trackingVersion({ trackingCarrier: 'UPS', trackingNumber: tracking.trackingNumber }),
      },
    ],
  ])
  expect(await bulk().saveTracking(removed, ana)).toEqual({ saved: 0, skipped: [order?.number], changed: [] })
})

test('ships each order with its own tracking number', async () => {
  const made = await orders(2)
  const given = new Map(
    made.map(({ id }, index) => {
      const tracking = { carrier: 'FedEx', trackingNumber: `98657878885${index}` }
      return [id, { tracking, expectedVersion: NO_NUMBER }]
    }),
  )
  expect((await bulk().shipTracked(given, ana)).done).toEqual(made.map(({ id }) => id))
  const rows = await shop.rows('select id, tracking_number from orders where id = any($1::uuid[])', [
    `{${made.map(({ id }) => id).join()}}`,
  ])
  for (const { id } of made)
    expect(rows).toContainEqual({ id, tracking_number: given.get(id)?.tracking.trackingNumber })
})

test('keeps the number that another window saved first, and neither replaces nor sends it', async () => {
  const made = await orders(3)
  const [raced, same, free] = made.map(({ id }) => id)
  const theirs = { carrier: 'UPS', trackingNumber: '1Z5R89390357567127' }
  const ours = { carrier: 'DHL', trackingNumber: 'ABCD12345678' }
  const first = new Map([raced, same].map((id = '') => [id, { tracking: theirs, expectedVersion: NO_NUMBER }]))
  await bulk().saveTracking(first, ana)

  const late = new Map([
    [raced ?? '', { tracking: ours, expectedVersion: NO_NUMBER }],
    [same ?? '', { tracking: theirs, expectedVersion: NO_NUMBER }],
    [free ?? '', { tracking: ours, expectedVersion: NO_NUMBER }],
  ])
  expect(await bulk().saveTracking(late, ana)).toEqual({ saved: 1, skipped: [], changed: [raced] })
  expect(await bulk().shipTracked(late, ana)).toEqual({ done: [same, free], skipped: [], changed: [raced] })
  expect(await statesOf([raced ?? '', same ?? '', free ?? ''])).toEqual(['paid', 'shipped', 'shipped'])
  expect(await shop.rows('select tracking_carrier, tracking_number from orders where id = $1', [raced])).toEqual([
    { tracking_carrier: 'UPS', tracking_number: '1Z5R89390357567127' },
  ])
  expect(await shippedMails([made[0]?.number ?? ''])).toBe(0)

  // Two at once: one of them wins, and the other one is told.
  const [id = ''] = (await orders(1)).map((order) => order.id)
  const both = await Promise.all(
    [ours, theirs].map((tracking) =>
      bulk().saveTracking(new Map([[id, { tracking, expectedVersion: NO_NUMBER }]]), ana),
    ),
  )
  expect(new Set(both.map(({ saved }) => saved))).toEqual(new Set([0, 1]))
  expect(both.flatMap(({ changed }) => changed)).toEqual([id])
})

test('returns orders with their lines in the requested order', async () => {
  const made = await orders(3)
  const ids = made.map(({ id }) => id).toReversed()
  const found = await bulk().find([...ids, randomUUID(), ids[0] ?? ''])
  expect(found.map(({ order }) => order.id)).toEqual(ids)
  expect(found[0]?.lines).toMatchObject([{ name: 'Pure Bloom', quantity: 2 }])
})
