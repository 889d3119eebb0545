import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopDay } from '#domain/time/display.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { AN_ORDER_CENTS, type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  await shop.parts.shop.reconciler.start()
})
afterAll(() => shop.end())

const orderDesk = () => shop.parts.desk.orderDesk

async function stateOf(id: string): Promise<unknown> {
  return (await shop.rows('select state from orders where id = $1', [id]))[0]?.state
}

async function refundMailsOf(number: string): Promise<unknown[]> {
  const mails = await shop.rows(
    `select payload from outbox where template = 'refunded' and payload->>'orderNumber' = $1 order by created_at`,
    [number],
  )
  return mails.map(({ payload }) => payload)
}

async function auditOf(id: string): Promise<unknown[]> {
  const rows = await shop.rows('select action, actor, before, after from audit_log where subject_id = $1 order by id', [
    id,
  ])
  return rows
}

test('packs, unpacks, packs, and ships an order, with emails and log entries', async () => {
  const { id, number } = await shop.order()
  expect(await orderDesk().pack(id, ana)).toEqual({ ok: true })
  expect(await orderDesk().pack(id, ana)).toEqual({ ok: false, code: 'wrong_state' })
  expect(await orderDesk().unpack(id, ana)).toEqual({ ok: true })
  expect(await stateOf(id)).toBe('paid')
  expect(await orderDesk().pack(id, ana)).toEqual({ ok: true })
  const tracking = { carrier: 'USPS', trackingNumber: '9400 1000' }
  expect(await orderDesk().ship(id, tracking, ana)).toEqual({ ok: true })
  expect(await orderDesk().ship(id, tracking, ana)).toEqual({ ok: false, code: 'wrong_state' })
  expect(await stateOf(id)).toBe('shipped')

  const mails = await shop.rows(
    `select payload from outbox where template = 'shipped' and payload->>'orderNumber' = $1`,
    [number],
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.payload).toMatchObject({
    ...tracking,
    reviews: [{ name: 'Pure Bloom', path: expect.stringContaining(`order=${number}`) }],
  })
  expect(await auditOf(id)).toMatchObject([
    { action: 'order.pack', actor: ana.actor, before: { state: 'paid' }, after: { state: 'packed' } },
    { action: 'order.unpack' },
    { action: 'order.pack' },
    { action: 'order.ship', before: { state: 'packed' }, after: { state: 'shipped', ...tracking } },
  ])

  expect(await orderDesk().correctTracking(id, { ...tracking, carrier: 'UPS' }, ana)).toEqual({ ok: true })
  expect(await orderDesk().correctTracking(id, { ...tracking, carrier: 'UPS' }, ana)).toMatchObject({ ok: false })
})

test('shows a shipped order as shipped even after a partial refund', async () => {
  const { id } = await shop.order()
  const refund = { amountCents: 500, reason: 'One bottle leaked', formKey: randomUUID() }
  await orderDesk().refund(id, refund, ana)
  await orderDesk().ship(id, { carrier: null, trackingNumber: null }, ana)
  await eventually(async () => (await orderDesk().find(id))?.refunds[0]?.state === 'completed')
  const token = (await orderDesk().find(id))?.orderPath.replace('/order/', '') ?? ''
  expect(await shop.parts.shop.orders.viewByToken(token)).toMatchObject({ status: 'shipped', refundedCents: 500 })
})

test('refunds partially to the cent, never more than the rest, and once per form', async () => {
  const { id, number } = await shop.order()
  const formKey = randomUUID()
  const refund = { amountCents: 1234, reason: 'One bottle leaked', formKey }
  const twice = await Promise.all([orderDesk().refund(id, refund, ana), orderDesk().refund(id, refund, ana)])
  expect(twice.map(({ ok }) => ok)).toEqual([true, true])
  await eventually(async () => (await shop.square.ledger()).refundedCents[number] === 1234)

  const tooMuch = { amountCents: AN_ORDER_CENTS - 1234 + 1, reason: 'Too much', formKey: randomUUID() }
  const before = await auditOf(id)
  expect(await orderDesk().refund(id, tooMuch, ana)).toEqual({ ok: false, code: 'too_much' })
  // The refusal left the key unused: the same form is refused again rather than treated as a repeat.
  expect(await orderDesk().refund(id, tooMuch, ana)).toEqual({ ok: false, code: 'too_much' })
  expect(await auditOf(id)).toEqual(before)
  expect(await shop.rows('select refunded_cents, state from orders where id = $1', [id])).toEqual([
    { refunded_cents: 1234, state: 'paid' },
  ])

  const rest = { amountCents: AN_ORDER_CENTS - 1234, reason: 'The rest', formKey: randomUUID() }
  expect(await orderDesk().refund(id, rest, ana)).toEqual({ ok: true })
  await eventually(async () => (await stateOf(id)) === 'refunded')
  expect((await shop.square.ledger()).refundedCents[number]).toBe(AN_ORDER_CENTS)
  // Neither was the whole order, and neither was for items.
  const about = { orderNumber: number, firstName: 'Ana', orderPath: expect.any(String), isComplete: false }
  expect(await refundMailsOf(number)).toEqual([
    { ...about, refundCents: 1234 },
    { ...about, refundCents: AN_ORDER_CENTS - 1234 },
  ])
})

test('says in the email if the whole order was refunded', async () => {
  const { id, number } = await shop.order()
  const whole = { amountCents: AN_ORDER_CENTS, reason: 'All of it', formKey: randomUUID() }
  expect(await orderDesk().refund(id, whole, ana)).toEqual({ ok: true })
  await eventually(async () => (await stateOf(id)) === 'refunded')
  expect(await refundMailsOf(number)).toMatchObject([{ refundCents: AN_ORDER_CENTS, isComplete: true }])
})

test('never lets two concurrent refunds share the same remaining amount', async () => {
  const { id, number } = await shop.order()
  const each = () => orderDesk().refund(id, { amountCents: 4000, reason: 'At once', formKey: randomUUID() }, ana)
  const results = await Promise.all([each(), each()])
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  await eventually(async () => (await shop.square.ledger()).refundedCents[number] === 4000)
})

test('asks again about a refund if another one was made in the meantime', async () => {
  const { id } = await shop.order()
  const refund = { amountCents: 700, reason: 'Leaked', refundedBeforeCents: 0 }
  expect(await orderDesk().refund(id, { ...refund, formKey: randomUUID() }, ana)).toEqual({ ok: true })
  const second = { ...refund, formKey: randomUUID() }
  expect(await orderDesk().refund(id, second, ana)).toEqual({ ok: false, code: 'refunded_since' })
  expect(await shop.rows('select refunded_cents from orders where id = $1', [id])).toEqual([{ refunded_cents: 700 }])
  expect(await orderDesk().refund(id, { ...second, refundedBeforeCents: 700 }, ana)).toEqual({ ok: true })
})

test('does not count a refund that the provider refuses, and alerts the owner', async () => {
  const { id, number } = await shop.order()
  // The owner refunds everything at the provider; the shop does not know yet.
  const { payments } = await shop.square.ledger()
  const payment = payments.find(({ reference_id }) => reference_id === number)
  await shop.parts.shop.payments.gateway.refund({
    idempotencyKey: randomUUID(),
    paymentId: payment?.id ?? '',
    amountCents: AN_ORDER_CENTS,
    reason: 'At the provider',
  })
  await orderDesk().refund(id, { amountCents: 100, reason: 'Again', formKey: randomUUID() }, ana)
  await eventually(async () => (await shop.rows('select 1 from alerts where subject = $1', [number])).length === 1)
  expect(await shop.rows('select kind, detail from alerts where subject = $1', [number])).toEqual([
    {
      kind: 'refund-refused',
      detail: expect.stringMatching(`^Square answered [A-Z_]+ to a refund of order ${number}. No money was refunded.`),
    },
  ])
  expect(await shop.rows('select refunded_cents from orders where id = $1', [id])).toEqual([{ refunded_cents: 0 }])
})

test('puts the items back in stock once an order is refunded in full, if the owner says so', async () => {
  await shop.rows(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', 10)`)
  const onHand = async () =>
    (await shop.rows(`select on_hand from stock_levels where product_id = 'pure-bloom' and size = '1oz'`))[0]?.on_hand
  const refund = async (id: string, amountCents: number, restocks: boolean) => {
    const formKey = randomUUID()
    expect(await orderDesk().refund(id, { amountCents, reason: 'Broken', restocks, formKey }, ana)).toEqual({
      ok: true,
    })
  }

  const kept = await shop.order()
  await refund(kept.id, AN_ORDER_CENTS, false)
  await eventually(async () => (await stateOf(kept.id)) === 'refunded')
  expect(await onHand()).toBe(8)

  const returned = await shop.order()
  await refund(returned.id, 1000, true)
  await eventually(async () => (await orderDesk().find(returned.id))?.refunds[0]?.state === 'completed')
  expect(await onHand()).toBe(6)
  await refund(returned.id, AN_ORDER_CENTS - 1000, true)
  await eventually(async () => (await stateOf(returned.id)) === 'refunded')
  expect(await onHand()).toBe(8)
  await shop.rows(`delete from stock_levels where product_id = 'pure-bloom'`)
})

test('cancels an order of which all is being refunded already, without another refund', async () => {
  const { id } = await shop.order()
  const total = (await orderDesk().find(id))?.order.totalCents ?? 0
  await shop.square.setFault('500-before', { path: '/v2/refunds', method: 'POST', count: 50 })
  await orderDesk().refund(id, { amountCents: total, reason: 'All of it', formKey: randomUUID() }, ana)
  expect(await orderDesk().cancel(id, 'Out of stock after all', ana)).toEqual({ ok: true })
  await shop.square.clearFaults()
  expect(await orderDesk().find(id)).toMatchObject({ order: { state: 'cancelled' }, refunds: [{ amountCents: total }] })
})

test('refunds the rest of a canceled order and releases its code and stock', async () => {
  const code = `DESK-${randomUUID().slice(0, 8)}`
  await shop.rows(`insert into discount_codes (code, kind, percent, total_limit) values ($1, 'percent', 10, 1)`, [code])
  await shop.rows(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '2oz', 5)
    on conflict (product_id, size) do update set on_hand = 5`)
  const { id, number } = await shop.order({
    discountCode: code,
    items: [{ productId: 'pure-bloom', quantity: 2, size: '2oz' }],
  })
  const total = (await orderDesk().find(id))?.order.totalCents ?? 0
  await orderDesk().refund(id, { amountCents: 500, reason: 'First', formKey: randomUUID() }, ana)
  await orderDesk().pack(id, ana)
  expect(await orderDesk().cancel(id, 'Out of stock after all', ana)).toEqual({ ok: true })
  expect(await orderDesk().cancel(id, 'Twice', ana)).toEqual({ ok: true, isRepeat: true })
  await eventually(async () => {
    const { capturedCents, refundedCents } = await shop.square.ledger()
    return refundedCents[number] === capturedCents[number]
  })
  expect(await stateOf(id)).toBe('cancelled')
  expect(await shop.rows('select used_count from discount_codes where code = $1', [code])).toEqual([{ used_count: 0 }])
  expect(await shop.rows(`select on_hand from stock_levels where product_id = 'pure-bloom' and size = '2oz'`)).toEqual([
    { on_hand: 5 },
  ])
  await shop.rows(`delete from stock_levels where product_id = 'pure-bloom'`)
  // One email covers both: with just an amount the buyer would think that the package is still coming.
  const mails = await shop.rows(
    `select template, payload->'refundCents' as cents, payload->'isRest' as rest from outbox
     where payload->>'orderNumber' = $1 and template in ('refunded', 'cancelled') order by template`,
    [number],
  )
  expect(mails).toEqual([
    { template: 'cancelled', cents: total - 500, rest: true },
    { template: 'refunded', cents: 500, rest: null },
  ])
})

test('refuses to cancel a shipped order', async () => {
  const { id } = await shop.order()
  await orderDesk().ship(id, { carrier: null, trackingNumber: null }, ana)
  expect(await orderDesk().cancel(id, 'Too late', ana)).toEqual({ ok: false, code: 'wrong_state' })
})

test('notifies the buyer of a delay once per form, until the order ships', async () => {
  const { id, number } = await shop.order()
  const soon = shopDay(new Date(Date.now() + 7 * 24 * 60 * 60 * 1000))
  const delay = { shipBy: soon, reason: 'The corks are late.', formKey: randomUUID() }
  expect(await orderDesk().sendDelayNotice(id, delay, ana)).toEqual({ ok: true })
  expect(await orderDesk().sendDelayNotice(id, delay, ana)).toEqual({ ok: true, isRepeat: true })
  // The second time, silence no longer counts as consent.
  expect(await orderDesk().sendDelayNotice(id, { ...delay, formKey: randomUUID() }, ana)).toEqual({ ok: true })
  const mails = await shop.rows(
    `select payload->>'shipBy' as day, payload->'needsConsent' as consent from outbox
     where template = 'delayed' and payload->>'orderNumber' = $1 order by created_at`,
    [number],
  )
  expect(mails).toEqual([
    { day: soon, consent: false },
    { day: soon, consent: true },
  ])
  expect((await auditOf(id))[0]).toEqual({
    action: 'order.delay',
    actor: ana.actor,
    before: {},
    after: { shipBy: soon, reason: 'The corks are late.' },
  })
  await orderDesk().ship(id, { carrier: null, trackingNumber: null }, ana)
  const late = { ...delay, formKey: randomUUID() }
  expect(await orderDesk().sendDelayNotice(id, late, ana)).toEqual({ ok: false, code: 'wrong_state' })
})

test('resends an email once per form', async () => {
  const { id } = await shop.order()
  const [mail] = (await orderDesk().find(id))?.mails ?? []
  const again = { mailId: String(mail?.id), formKey: randomUUID() }
  expect(await orderDesk().resendMail(id, again, ana)).toEqual({ ok: true })
  expect(await orderDesk().resendMail(id, again, ana)).toEqual({ ok: true, isRepeat: true })
  expect((await orderDesk().find(id))?.mails.map(({ template }) => template)).toEqual([
    'order-confirmation',
    'order-confirmation',
  ])
  const other = await shop.order()
  expect(await orderDesk().resendMail(other.id, { ...again, formKey: randomUUID() }, ana)).toEqual({
    ok: false,
    code: 'not_found',
  })
})

test('refuses to resend an outdated delay notice', async () => {
  const { id } = await shop.order()
  const soon = shopDay(new Date(Date.now() + 7 * 24 * 60 * 60 * 1000))
  const again = async (index: number) => {
    const notices = (await orderDesk().find(id))?.mails.filter(({ template }) => template === 'delayed')
    const mail = { mailId: String(notices?.[index]?.id), formKey: randomUUID() }
    return orderDesk().resendMail(id, mail, ana)
  }
  await orderDesk().sendDelayNotice(id, { shipBy: soon, reason: null, formKey: randomUUID() }, ana)
  await orderDesk().sendDelayNotice(id, { shipBy: null, reason: 'The corks are late.', formKey: randomUUID() }, ana)
  expect(await again(0)).toEqual({ ok: false, code: 'wrong_state' })
  expect(await again(1)).toEqual({ ok: true })
  await orderDesk().ship(id, { carrier: null, trackingNumber: null }, ana)
  expect(await again(2)).toEqual({ ok: false, code: 'wrong_state' })
})

test('shows the full history of an order', async () => {
  const { id } = await shop.order()
  await orderDesk().note(id, 'Wants it wrapped', ana)
  await orderDesk().refund(id, { amountCents: 100, reason: 'A coupon', formKey: randomUUID() }, ana)
  await eventually(async () => (await orderDesk().find(id))?.refunds[0]?.state === 'completed')
  const detail = await orderDesk().find(id)
  expect(detail).toMatchObject({ restCents: AN_ORDER_CENTS - 100, order: { note: 'Wants it wrapped' } })
  const titles = detail?.timeline.map(({ title }) => title) ?? []
  expect(titles).toContain('Order placed')
  expect(titles).toContain('Payment of $63.57 succeeded')
  expect(titles).toContain('$1.00 refunded')
  expect(titles).toContain(`Note changed, by ${ana.actor}`)
  expect(await orderDesk().find(randomUUID())).toBeUndefined()
})

const BUYER = {
  firstName: 'Ana',
  lastName: 'Prado',
  email: 'ana@example.com',
  phone: null,
  address: '1 Main St',
  address2: null,
  city: 'Provo',
  state: 'UT',
  zip: '84601',
}

test('creates an order without a card at shop prices, once, and never refunds it to a card', async () => {
  const request = {
    buyer: BUYER,
    items: [{ productId: 'pure-bloom', quantity: 2, size: '1oz' }],
    paidOutside: 'cash' as const,
    note: 'By phone',
    sendsConfirmation: true,
    formKey: randomUUID(),
  }
  const made = await shop.parts.desk.manualOrders.create(request, ana)
  expect(made).toEqual(await shop.parts.desk.manualOrders.create(request, ana))
  const id = made.ok ? made.orderId : ''
  const detail = await orderDesk().find(id)
  expect(detail).toMatchObject({
    order: { state: 'paid', totalCents: AN_ORDER_CENTS, paidOutside: 'cash', note: 'By phone' },
    attempts: [],
    restCents: 0,
    mails: [{ template: 'order-confirmation' }],
  })
  expect(await orderDesk().refund(id, { amountCents: 1, reason: 'x', formKey: randomUUID() }, ana)).toEqual({
    ok: false,
    code: 'no_card',
  })
  expect(await orderDesk().cancel(id, 'Changed their mind', ana)).toEqual({ ok: true })
  expect((await orderDesk().find(id))?.mails.map(({ template }) => template)).toEqual([
    'order-confirmation',
    'cancelled',
  ])
})

test('creates and cancels a free replacement without an email', async () => {
  const made = await shop.parts.desk.manualOrders.create(
    {
      buyer: BUYER,
      items: [{ productId: 'pure-bloom', quantity: 1, size: '1oz' }],
      paidOutside: 'nothing',
      note: 'Replaces a broken bottle',
      sendsConfirmation: true,
      formKey: randomUUID(),
    },
    ana,
  )
  const detail = await orderDesk().find(made.ok ? made.orderId : '')
  expect(detail).toMatchObject({ order: { totalCents: 0, taxCents: 0, shippingCents: 0, state: 'paid' }, mails: [] })
  const id = detail?.order.id ?? ''
  expect(await orderDesk().cancel(id, 'Not needed', ana)).toMatchObject({ ok: true })
  expect(await orderDesk().find(id)).toMatchObject({ order: { state: 'cancelled' }, mails: [], refunds: [] })
})

test('refuses an order without a card for unavailable products', async () => {
  const request = { buyer: BUYER, paidOutside: 'cash' as const, note: 'x', sendsConfirmation: false }
  const make = (productId: string, size: string | null) =>
    shop.parts.desk.manualOrders.create(
      { ...request, items: [{ productId, quantity: 1, size }], formKey: randomUUID() },
      ana,
    )
  expect(await make('no-such-oil', null)).toMatchObject({ ok: false })
  expect(await make('pure-bloom', '3oz')).toMatchObject({ ok: false })
  await shop.rows(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '2oz', 0)`)
  const [before] = await shop.rows('select count(*)::int as n from orders')
  expect(await make('pure-bloom', '2oz')).toEqual({ ok: false, message: 'Pure Bloom, 2oz, is sold out.' })
  expect(await shop.rows('select count(*)::int as n from orders')).toEqual([before])
  await shop.rows(`delete from stock_levels where product_id = 'pure-bloom'`)
})
