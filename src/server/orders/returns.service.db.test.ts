import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ReturnCondition } from '#domain/orders/returns.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import type { NewReturn } from './returns.service.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
const UNTRACKED = { carrier: null, trackingNumber: null }
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  await shop.parts.shop.reconciler.start()
})
afterAll(() => shop.end())

/** Three bottles of one oil in two lines, with ten of each size in stock before. */
beforeEach(async () => {
  await shop.rows(`delete from stock_levels where product_id = 'pure-bloom'`)
  await shop.rows(
    `insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', 10), ('pure-bloom', '2oz', 10)`,
  )
})

const ITEMS = [
  { productId: 'pure-bloom', size: '1oz', quantity: 1 },
  { productId: 'pure-bloom', size: '2oz', quantity: 2 },
]

const desk = () => shop.parts.desk

async function ordered(): Promise<{ id: string; number: string }> {
  return shop.order({ items: ITEMS })
}

async function shipped(): Promise<{ id: string; number: string }> {
  const made = await ordered()
  expect(await desk().orderDesk.ship(made.id, UNTRACKED, ana)).toEqual({ ok: true })
  return made
}

type Wish = Partial<Omit<NewReturn, 'lines'>>

function lines(wanted: Record<number, [number, ReturnCondition]>) {
  return Object.entries(wanted).map(([position, [quantity, condition]]) => ({
    position: Number(position),
    quantity,
    condition,
  }))
}

function record(id: string, wanted: Record<number, [number, ReturnCondition]>, change: Wish = {}) {
  const usual = { reason: 'did-not-suit' as const, words: null, isReceived: false, emailsInstructions: false }
  return desk().returns.record(id, { ...usual, formKey: randomUUID(), ...change, lines: lines(wanted) }, ana)
}

async function returnsOf(id: string) {
  return (await desk().orderDesk.find(id))?.returns ?? []
}

async function onHand(): Promise<unknown[]> {
  const rows = await shop.rows(`select on_hand from stock_levels where product_id = 'pure-bloom' order by size`)
  return rows.map(({ on_hand: count }) => count)
}

async function returnState(id: string): Promise<unknown> {
  return (await shop.rows('select return_state from orders where id = $1', [id]))[0]?.return_state
}

const TOO_MANY = { ok: false, code: 'too_many' }

test('records what is expected, receives it, and puts only sealed items back in stock', async () => {
  const { id } = await shipped()
  expect(await onHand()).toEqual([9, 8])
  expect(await record(id, { 1: [1, 'sealed'], 2: [2, 'sealed'] })).toMatchObject({ ok: true, restocked: 0 })
  expect([await onHand(), await returnState(id)]).toEqual([[9, 8], 'expected'])
  const [expected] = await returnsOf(id)
  // One less arrived, and it was opened.
  const arrived = lines({ 1: [1, 'sealed'], 2: [1, 'opened'] })
  expect(await desk().returns.receive(id, expected?.id ?? '', arrived, ana)).toMatchObject({ ok: true, restocked: 1 })
  expect([await onHand(), await returnState(id)]).toEqual([[10, 8], 'received'])
  expect((await returnsOf(id))[0]).toMatchObject({ state: 'received', lines: arrived })
  // The one that did not arrive can still come back, and nothing else.
  expect(await record(id, { 2: [2, 'sealed'] })).toEqual(TOO_MANY)
  expect(await record(id, { 2: [1, 'sealed'] }, { isReceived: true })).toMatchObject({ ok: true, restocked: 1 })
  expect(await onHand()).toEqual([10, 9])
})

test('never accepts a return of more than has shipped', async () => {
  const { id } = await ordered()
  expect(await record(id, { 1: [1, 'sealed'] })).toEqual(TOO_MANY)
  // One bottle is refunded and left out of the package.
  const { cents } = await amountOf(id, { 2: 1 })
  const items = { quantities: new Map([[2, 1]]), withShipping: false }
  const refund = { amountCents: cents, items, reason: 'Broken', restocks: true, formKey: randomUUID() }
  expect(await desk().orderDesk.refund(id, refund, ana)).toEqual({ ok: true })
  await settled(id)
  expect(await onHand()).toEqual([9, 9])
  await desk().orderDesk.ship(id, UNTRACKED, ana)
  expect(await record(id, { 2: [2, 'sealed'] })).toEqual(TOO_MANY)
  expect(await record(id, { 3: [1, 'sealed'] })).toEqual(TOO_MANY)
  expect(await record(id, { 2: [0, 'sealed'] })).toEqual(TOO_MANY)
  expect(await record(id, { 2: [1, 'sealed'] }, { isReceived: true })).toMatchObject({ ok: true, restocked: 1 })
  expect(await onHand()).toEqual([9, 10])
  expect(await record(id, { 2: [1, 'sealed'] })).toEqual(TOO_MANY)
})

test('accepts each bottle only once from two windows', async () => {
  const { id } = await shipped()
  const both = await Promise.all([
    record(id, { 2: [2, 'sealed'] }, { isReceived: true }),
    record(id, { 2: [2, 'sealed'] }, { isReceived: true }),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await onHand()).toEqual([9, 10])
  // Received in both: once.
  await record(id, { 1: [1, 'sealed'] })
  const expected = (await returnsOf(id)).find(({ state }) => state === 'expected')
  const receive = () => desk().returns.receive(id, expected?.id ?? '', lines({ 1: [1, 'sealed'] }), ana)
  const received = await Promise.all([receive(), receive()])
  expect(received.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await onHand()).toEqual([10, 10])
})

test('does nothing twice with one form, and can be resubmitted after a refusal', async () => {
  const { id } = await shipped()
  const formKey = randomUUID()
  expect(await record(id, { 1: [2, 'sealed'] }, { formKey })).toEqual(TOO_MANY)
  expect(await record(id, { 1: [1, 'sealed'] }, { formKey })).toMatchObject({ ok: true })
  expect(await record(id, { 1: [1, 'sealed'] }, { formKey })).toMatchObject({ ok: true, isRepeat: true })
  expect(await returnsOf(id)).toHaveLength(1)
})

test('frees the items of a return that won’t come', async () => {
  const { id } = await shipped()
  await record(id, { 1: [1, 'sealed'] })
  const [expected] = await returnsOf(id)
  const cancel = () => desk().returns.cancel(id, expected?.id ?? '', ana)
  expect(await cancel()).toMatchObject({ ok: true })
  expect(await cancel()).toEqual({ ok: false, code: 'not_expected' })
  expect(await returnState(id)).toBeNull()
  expect(await desk().returns.receive(id, expected?.id ?? '', lines({ 1: [1, 'sealed'] }), ana)).toEqual({
    ok: false,
    code: 'not_expected',
  })
  expect(await record(id, { 1: [1, 'sealed'] })).toMatchObject({ ok: true })
  expect(await desk().returns.cancel(id, randomUUID(), ana)).toEqual({ ok: false, code: 'not_found' })
})

test('refunds what came back once, to the cent, and leaves stock to the return', async () => {
  const { id } = await shipped()
  await record(id, { 2: [1, 'sealed'] }, { isReceived: true })
  const [received] = await returnsOf(id)
  const returnId = received?.id ?? ''
  expect((await desk().orderDesk.find(id))?.refundableReturns).toEqual([returnId])
  const { cents } = await amountOf(id, { 2: 1 })
  const refund = (change: { quantity?: number; restocks?: boolean; amountCents?: number } = {}) => {
    const items = { quantities: new Map([[2, change.quantity ?? 1]]), withShipping: false }
    const { amountCents = cents, restocks = false } = change
    return desk().orderDesk.refund(
      id,
      { amountCents, items, restocks, returnId, reason: 'x', formKey: randomUUID() },
      ana,
    )
  }
  expect(await refund({ quantity: 2 })).toEqual({ ok: false, code: 'not_returned' })
  expect(await refund({ restocks: true })).toEqual({ ok: false, code: 'restocks_shipped' })
  const both = await Promise.all([refund(), refund()])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  await settled(id)
  const detail = await desk().orderDesk.find(id)
  expect(detail?.order.refundedCents).toBe(cents)
  expect(detail?.refundableReturns).toEqual([])
  expect(await onHand()).toEqual([9, 9])
})

test('a refund puts nothing that has shipped back in stock, so no bottle counts twice', async () => {
  const { id } = await shipped()
  const { cents } = await amountOf(id, { 1: 1 })
  const items = { quantities: new Map([[1, 1]]), withShipping: false }
  const refund = (restocks: boolean, formKey = randomUUID()) =>
    desk().orderDesk.refund(id, { amountCents: cents, items, restocks, reason: 'x', formKey }, ana)
  expect(await refund(true)).toEqual({ ok: false, code: 'restocks_shipped' })
  const all = { amountCents: 1, restocks: true, reason: 'x', formKey: randomUUID() }
  expect(await desk().orderDesk.refund(id, all, ana)).toEqual({ ok: false, code: 'restocks_shipped' })
  // Refunded first, and sent back sealed later.
  expect(await refund(false)).toEqual({ ok: true })
  await settled(id)
  expect(await onHand()).toEqual([9, 8])
  expect(await record(id, { 1: [1, 'sealed'] }, { isReceived: true })).toMatchObject({ ok: true, restocked: 1 })
  expect(await onHand()).toEqual([10, 8])
})

test('accepts returns of a fully refunded order, and an order with a return cannot be unshipped', async () => {
  const { id } = await shipped()
  const shippedAt = (await desk().orderDesk.find(id))?.order.shippedAt?.toISOString() ?? ''
  await record(id, { 1: [1, 'sealed'] })
  const undo = { shippedAt, isAnnounced: false, emailsCustomer: false }
  expect(await desk().orderDesk.unship(id, undo, ana)).toEqual({ ok: false, code: 'has_return' })
  const rest = (await desk().orderDesk.find(id))?.restCents ?? 0
  await desk().orderDesk.refund(id, { amountCents: rest, reason: 'All of it', formKey: randomUUID() }, ana)
  await settled(id)
  expect((await desk().orderDesk.find(id))?.order.state).toBe('refunded')
  expect(await record(id, { 2: [2, 'sealed'] }, { isReceived: true })).toMatchObject({ ok: true, restocked: 2 })
  expect(await onHand()).toEqual([9, 10])
})

test('emails where to send it, once per request', async () => {
  const { id, number } = await shipped()
  await record(id, { 2: [2, 'sealed'] }, { emailsInstructions: true })
  const [expected] = await returnsOf(id)
  const send = (formKey: string) => desk().returns.sendInstructions(id, expected?.id ?? '', formKey, ana)
  const formKey = randomUUID()
  expect([await send(formKey), await send(formKey)]).toMatchObject([{ ok: true }, { ok: true, isRepeat: true }])
  const mails = await shop.rows(
    `select payload from outbox where template = 'return-instructions' and payload->>'orderNumber' = $1`,
    [number],
  )
  expect(mails).toHaveLength(2)
  expect(mails[0]).toMatchObject({ payload: { items: ['2 × Pure Bloom, 2oz'] } })
})

test('shows up in the log, the timeline, the list and the buyer’s page', async () => {
  const { id, number } = await shipped()
  await record(id, { 1: [1, 'damaged'] }, { reason: 'other', words: 'A secret of hers' })
  const detail = await desk().orderDesk.find(id)
  expect(detail?.timeline.find(({ title }) => title.startsWith('Return recorded'))?.detail).toBe(
    '1 × Pure Bloom, 1oz (damaged) · Other',
  )
  const logged = await shop.rows(`select after::text as after from audit_log where action = 'order.return'`)
  expect(logged.some(({ after }) => String(after).includes('secret'))).toBe(false)
  const token = detail?.orderPath.split('/').at(-1) ?? ''
  const view = () => shop.parts.shop.orders.viewByToken(token)
  expect((await view())?.returns).toMatchObject([{ isReceived: false, items: ['1 × Pure Bloom, 1oz'] }])
  const listed = await desk().orderList.list('returns', undefined)
  expect(listed.orders.some((order) => order.number === number)).toBe(true)
  await desk().returns.cancel(id, detail?.returns[0]?.id ?? '', ana)
  expect((await view())?.returns).toEqual([])
  const after = await desk().orderList.list('returns', undefined)
  expect(after.orders.some((order) => order.number === number)).toBe(false)
})

async function settled(id: string): Promise<void> {
  await eventually(async () =>
    ((await desk().orderDesk.find(id))?.refunds ?? []).every(({ state }) => state === 'completed'),
  )
}

/** The amount that the screen shows for these items. */
async function amountOf(id: string, quantities: Record<number, number>): Promise<{ cents: number }> {
  const owner = await shop.signIn('owner')
  const fields = Object.entries(quantities).map(([position, count]) => [`quantity-${position}`, String(count)])
  const form = { formKey: randomUUID(), reason: 'x', ...(Object.fromEntries(fields) as Record<string, string>) }
  const html = await (await shop.request(`/admin/orders/${id}/refund-items`, { cookie: owner, form })).text()
  return { cents: Number(/name="amount" value="(\d+)"/.exec(html)?.[1]) }
}
