import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PackageProgress } from '#domain/orders/package-progress.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { recordProgress } from './orders.service.ts'

const database = useTestDatabase()
const ana = { operatorId: null, actor: 'ana' }
const HOUR_MS = 60 * 60 * 1000
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
})
afterAll(() => shop.end())

async function report(orderId: string, trackingNumber: string, progress: PackageProgress, hours: number) {
  const at = new Date(Date.now() + hours * HOUR_MS)
  await database.current.orm.transaction((tx) =>
    recordProgress(tx, { orderId, trackingNumber }, { progress, at, note: null }),
  )
  return at
}

async function find(id: string) {
  const detail = await shop.parts.desk.orderDesk.find(id)
  if (!detail) throw new Error('no order')
  return detail
}

test('an order in two packages is delivered with the second one', async () => {
  const { id } = await shop.order()
  const { orderDesk } = shop.parts.desk
  const one = { quantities: new Map([[1, 1]]), tracking: { carrier: 'USPS', trackingNumber: 'FIRST9400' } }
  expect(await orderDesk.split(id, { ...one, packagesBefore: 0 }, ana)).toEqual({ ok: true })
  await report(id, 'FIRST9400', 'delivered', 1)
  expect((await find(id)).order.state).toBe('partly_shipped')
  await orderDesk.ship(id, { carrier: 'USPS', trackingNumber: 'SECOND9400' }, ana)
  await report(id, 'SECOND9400', 'out_for_delivery', 2)
  expect((await find(id)).order.state).toBe('shipped')
  const at = await report(id, 'SECOND9400', 'delivered', 3)
  const { order, shipments, timeline } = await find(id)
  expect(order).toMatchObject({ state: 'delivered', deliveredAt: at })
  expect(shipments.map(({ progress }) => progress)).toEqual(['delivered', 'delivered'])
  expect(timeline.map(({ title }) => title)).toContain('Delivered, by the carrier')
})

test('what the owner undid stays undone, however often the carrier repeats its report', async () => {
  const { id } = await shop.order()
  await shop.parts.desk.orderDesk.ship(id, { carrier: 'USPS', trackingNumber: 'UNDO9400' }, ana)
  await report(id, 'UNDO9400', 'delivered', 1)
  expect(await shop.parts.desk.orderDesk.undeliver(id, ana)).toEqual({ ok: true })
  await report(id, 'UNDO9400', 'delivered', 2)
  expect((await find(id)).order.state).toBe('shipped')
})

test('two simultaneous reports move the order once', async () => {
  const { id } = await shop.order()
  await shop.parts.desk.orderDesk.ship(id, { carrier: 'USPS', trackingNumber: 'TWICE9400' }, ana)
  await Promise.all([report(id, 'TWICE9400', 'delivered', 1), report(id, 'TWICE9400', 'delivered', 1)])
  const log = await shop.rows(`select 1 as one from audit_log where subject_id = $1 and action = 'order.arrive'`, [id])
  expect(log).toHaveLength(1)
})

test('a tracking number of another order, or of a package whose shipping was undone, changes nothing', async () => {
  const { id } = await shop.order()
  const other = await shop.order()
  await shop.parts.desk.orderDesk.ship(id, { carrier: 'USPS', trackingNumber: 'MINE9400' }, ana)
  await report(other.id, 'MINE9400', 'delivered', 1)
  await report(id, 'OTHER9400', 'delivered', 1)
  expect((await find(id)).order.state).toBe('shipped')
  expect((await find(other.id)).order.state).toBe('paid')
})

test('a corrected tracking number resets where its package is', async () => {
  const { id } = await shop.order()
  const { orderDesk } = shop.parts.desk
  await orderDesk.ship(id, { carrier: 'USPS', trackingNumber: 'WRONG9400' }, ana)
  await report(id, 'WRONG9400', 'problem', 1)
  expect(await orderDesk.correctTracking(id, { carrier: 'USPS', trackingNumber: 'RIGHT9400' }, ana)).toEqual({
    ok: true,
  })
  expect((await find(id)).shipments).toMatchObject([{ trackingNumber: 'RIGHT9400', progress: null }])
})
