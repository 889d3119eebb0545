/** Every transition of an order, tried in every state: only what the table allows happens. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskActions } from '#domain/orders/desk-actions.ts'
import {
  nextState,
  ORDER_STATES,
  ORDER_TRANSITIONS,
  type OrderState,
  type OrderTransition,
  TRANSITION_NAMES,
} from '#domain/orders/order-states.ts'
import { recordProgress } from '#server/orders/orders.service.ts'
import { FAST_PAYMENT_TIMINGS } from '#server/payments/payment-timings.ts'
import { createRefundService } from '#server/payments/refunds.service.ts'
import { AN_ORDER_CENTS, type DeskShop, openDeskShop } from './desk-shop.ts'
import { eventually } from './eventually.ts'
import { useTestDatabase } from './test-database.ts'

const database = useTestDatabase()
const ana = { operatorId: null, actor: 'ana@bloomera.example' }
const CODE = 'TRANSITIONS'
const ON_HAND = 5
let shop: DeskShop
let owner: string
let order: { id: string; paymentId: string }
let squareRefundId: string

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  owner = await shop.signIn('owner')
  // The code's discount doesn't matter here; the stock has what the order took plus five.
  await shop.rows(`insert into discount_codes (code, kind, percent) values ($1, 'percent', 10)`, [CODE])
  await shop.rows(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', $1)`, [
    ON_HAND + 2,
  ])
  order = await shop.order({ discountCode: CODE })
  // The provider has fully refunded another order; each test assigns this refund to its own order.
  const { paymentId } = await shop.order()
  const { gateway } = shop.parts.shop.payments
  const result = await gateway.refund({
    idempotencyKey: randomUUID(),
    paymentId,
    amountCents: AN_ORDER_CENTS,
    reason: 'All of it',
  })
  if (!('refund' in result)) throw new Error('not refunded')
  squareRefundId = result.refund.id
  await eventually(async () => (await gateway.findRefund(squareRefundId))?.status === 'COMPLETED')
})
afterAll(() => shop.end())

/** Just now, so that it can be undone. */
const SHIPPED_AT = new Date().toISOString()

/** Puts the order into this state, with its code redeemed and its bottles taken. */
async function putInto(state: OrderState, attempt: string, paymentId: string | null): Promise<void> {
  const payment = paymentId === null ? 'null' : `'${paymentId}'`
  await database.current.withConnection((connection) =>
    connection.exec(`
      delete from refunds;
      delete from outbox;
      delete from shipments;
      update orders set state = '${state}', refunded_cents = 0, paid_at = now(), packed_at = null,
        shipped_at = case when '${state}' = 'shipped' then '${SHIPPED_AT}'::timestamptz end
        where id = '${order.id}';
      insert into shipments (order_id, shipped_at) select '${order.id}', '${SHIPPED_AT}' where '${state}' = 'partly_shipped';
      update payment_attempts set state = '${attempt}', square_payment_id = ${payment} where order_id = '${order.id}';
      update order_lines set reserved = quantity, refunded = 0 where order_id = '${order.id}';
      update stock_levels set on_hand = ${ON_HAND} where product_id = 'pure-bloom';
      update discount_redemptions set state = 'consumed' where order_id = '${order.id}';
      update discount_codes set used_count = 1 where code = '${CODE}'`),
  )
}

async function outcome() {
  const [row] = await shop.rows(
    `select o.state, s.on_hand, c.used_count from orders o, stock_levels s, discount_codes c
     where o.id = $1 and s.product_id = 'pure-bloom' and c.code = $2`,
    [order.id, CODE],
  )
  return row
}

async function post(action: string, form: Record<string, string> = {}): Promise<void> {
  const response = await shop.request(`/admin/orders/${order.id}/${action}`, { cookie: owner, form })
  expect(response.status).toBe(303)
}

/** What its screen shows, which its forms send along. */
async function shown() {
  const detail = await shop.parts.desk.orderDesk.find(order.id)
  if (!detail) throw new Error('no such order')
  return detail
}

/** Another package of it, which shipped this much earlier. */
async function addPackage(earlier: string): Promise<void> {
  await shop.rows(
    `insert into shipments (order_id, shipped_at) values ($1, '${SHIPPED_AT}'::timestamptz - $2::interval)`,
    [order.id, earlier],
  )
}

function cancelAsBuyer(): Promise<boolean> {
  const token = shop.parts.shop.payments.links.pathFor(order.id).replace('/order/', '')
  return shop.parts.shop.orders.cancel(token)
}

/** The real entry point of each transition; the provider is the emulator. */
const DOORS: Record<OrderTransition, (state: OrderState) => Promise<void>> = {
  async pay(state) {
    await putInto(state, 'unknown', null)
    const payment = await shop.parts.shop.payments.gateway.findPayment(order.paymentId)
    if (!payment) throw new Error('no payment')
    await database.current.orm.transaction((tx) =>
      // As it was before its refund, which other doors need.
      shop.parts.shop.payments.settlement.accept(
        tx,
        { orderId: order.id, attemptNo: 1 },
        { ...payment, refundedCents: 0 },
      ),
    )
  },
  async fail(state) {
    await putInto(state, 'sending', null)
    const closing = { state: 'declined' as const }
    await database.current.orm.transaction((tx) =>
      shop.parts.shop.payments.settlement.close(tx, { orderId: order.id, attemptNo: 1 }, closing),
    )
  },
  async pack(state) {
    await putInto(state, 'succeeded', order.paymentId)
    await post('pack')
  },
  async ship(state) {
    await putInto(state, 'succeeded', order.paymentId)
    const { versions } = await shown()
    await post('ship', { carrier: 'USPS', trackingNumber: '9400 1000', expectedVersion: versions.tracking })
  },
  async unpack(state) {
    await putInto(state, 'succeeded', order.paymentId)
    await post('unpack')
  },
  async deliver(state) {
    await putInto(state, 'succeeded', order.paymentId)
    await post('deliver')
  },
  async arrive(state) {
    await putInto(state, 'succeeded', order.paymentId)
    await shop.rows('delete from shipments')
    await shop.rows(`insert into shipments (order_id, tracking_number, shipped_at) values ($1, '9400', now())`, [
      order.id,
    ])
    const report = { progress: 'delivered' as const, at: new Date(), note: null }
    await database.current.orm.transaction((tx) =>
      recordProgress(tx, { orderId: order.id, trackingNumber: '9400' }, report),
    )
  },
  async undeliver(state) {
    await putInto(state, 'succeeded', order.paymentId)
    await post('undeliver')
  },
  async unship(state) {
    await putInto(state, 'succeeded', order.paymentId)
    // There the same screen undoes the only package: `unshipPart`.
    if (state !== 'partly_shipped') await post('unship', { shippedAt: SHIPPED_AT, isAnnounced: 'no' })
  },
  async split(state) {
    await putInto(state, 'succeeded', order.paymentId)
    const packagesBefore = state === 'partly_shipped' ? '1' : '0'
    await post('split', { 'quantity-1': '1', packagesBefore })
  },
  async unshipRest(state) {
    await putInto(state, 'succeeded', order.paymentId)
    await addPackage('2 minutes')
    await addPackage('0 minutes')
    // The only package of a partly shipped order would go back to packed.
    if (state !== 'partly_shipped') await post('unship', { shippedAt: SHIPPED_AT, isAnnounced: 'no' })
  },
  async unshipPart(state) {
    await putInto(state, 'succeeded', order.paymentId)
    if (state !== 'shipped') await post('unship', { shippedAt: SHIPPED_AT, isAnnounced: 'no' })
  },
  async closeRest(state) {
    await putInto(state, 'succeeded', order.paymentId)
    await shop.rows('update orders set refunded_cents = 100 where id = $1', [order.id])
    const refund = await shop.rows(
      `insert into refunds (id, attempt_id, amount_cents, reason, state, square_refund_id)
       select gen_random_uuid(), id, 100, 'The rest', 'pending', $2 from payment_attempts where order_id = $1 returning id`,
      [order.id, squareRefundId],
    )
    await shop.rows('insert into refund_lines (refund_id, position, quantity) values ($1, 1, 2)', [refund[0]?.id])
    const { gateway, raiseAlert, links } = shop.parts.shop.payments
    const deps = { database: database.current, gateway, raiseAlert, links, now: () => new Date() }
    await createRefundService(deps).check(squareRefundId)
  },
  async cancel(state) {
    await putInto(state, 'succeeded', order.paymentId)
    const { restCents } = await shown()
    await post('cancel', { reason: 'Changed their mind', restCents: String(restCents) })
  },
  async cancelByBuyer(state) {
    await putInto(state, 'succeeded', order.paymentId)
    await cancelAsBuyer()
  },
  async refundInFull(state) {
    await putInto(state, 'succeeded', order.paymentId)
    await shop.rows(
      `insert into refunds (id, attempt_id, amount_cents, reason, state, square_refund_id)
       select gen_random_uuid(), id, amount_cents, 'All of it', 'pending', $2 from payment_attempts where order_id = $1`,
      [order.id, squareRefundId],
    )
    const { gateway, raiseAlert, links } = shop.parts.shop.payments
    const now = () => new Date()
    const deps = { database: database.current, gateway, raiseAlert, links, timings: FAST_PAYMENT_TIMINGS, now }
    await createRefundService(deps).check(squareRefundId)
  },
  async voidPayment(state) {
    await putInto(state, 'succeeded', 'unknown-to-square')
    await shop.parts.desk.moneyRepairs.close(order.id, ana)
  },
}

test.each(ORDER_STATES.flatMap((state) => TRANSITION_NAMES.map((transition) => [state, transition] as const)))(
  'follows the table through the real entry point: %s, %s',
  async (state, transition) => {
    await DOORS[transition](state)
    const next = nextState(state, transition)
    const isReleased = next !== undefined && ORDER_TRANSITIONS[transition].releases
    expect(await outcome()).toEqual({
      state: next ?? state,
      on_hand: isReleased ? ON_HAND + 2 : ON_HAND,
      used_count: isReleased ? 0 : 1,
    })
  },
)

test.each(ORDER_STATES)('the desk offers what the table allows for an order that is %s', async (state) => {
  await putInto(state, 'succeeded', order.paymentId)
  const page = await (await shop.request(`/admin/orders/${order.id}`, { cookie: owner })).text()
  const ways = [...page.matchAll(/(?:action|href)="\/admin\/orders\/[^"/]+\/(\w+)"/g)].map(([, action = '']) => action)
  const steps = ways.filter((action) => action !== 'label')
  const offered = steps.filter((action) => !['note', 'mail', 'refund', 'return'].includes(action))
  expect(offered.toSorted()).toEqual(deskActions(state).toSorted())
  // The usual next step comes first, after what is edited where it's shown.
  expect(steps.find((action) => !['address', 'items'].includes(action))).toBe(deskActions(state)[0] ?? 'refund')
})

test('refunds a late payment for an order that was closed, and keeps the order closed', async () => {
  for (const state of ['payment_failed', 'cancelled'] as const) {
    await DOORS.pay(state)
    expect(await shop.rows('select state, why from stray_refunds')).toEqual([{ state: 'sending', why: 'late-payment' }])
    await shop.rows('delete from stray_refunds')
  }
})

test('lets one side win when the desk packs an order while its buyer cancels it, and the money agrees', async () => {
  for (let round = 0; round < 6; round += 1) {
    await putInto('paid', 'succeeded', order.paymentId)
    const [packed, isCancelled] = await Promise.all([shop.parts.desk.orderDesk.pack(order.id, ana), cancelAsBuyer()])
    expect(packed.ok).toBe(!isCancelled)
    expect(await outcome()).toMatchObject({ state: isCancelled ? 'cancelled' : 'packed' })
    expect(await shop.rows('select 1 as one from refunds')).toHaveLength(isCancelled ? 1 : 0)
  }
})
