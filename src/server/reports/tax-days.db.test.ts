import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { itemsVersion } from '#server/orders/item-changes.service.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { anOrder } from '#test/an-order.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { eventually } from '#test/eventually.ts'
import { TEST_SEED } from '#test/seed.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import { createTaxReportService } from './tax.service.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
const PROVO = { city: 'Provo', state: 'UT', zip: '84601' }
const PLACES = [PROVO, { city: 'New York', state: 'NY', zip: '10001' }, { city: 'Reno', state: 'NV', zip: '89501' }]
const EVENINGS = 5
const CHANGES_AN_EVENING = 12
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  await shop.parts.shop.reconciler.start()
})
afterAll(() => shop.end())

const taxes = () => createTaxReportService(database.current, () => new Date())

/** mulberry32 */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

async function detailOf(id: string) {
  const detail = await shop.parts.desk.orderDesk.find(id)
  if (!detail) throw new Error('no order')
  return detail
}

async function buy(place: object): Promise<string> {
  const { shippingAddress } = anOrder()
  return (await shop.order({ shippingAddress: { ...shippingAddress, ...place } })).id
}

async function createByHand(place: { city: string; state: string; zip: string }): Promise<string> {
  const person = { firstName: 'Ana', lastName: 'Prado', email: 'ana@example.com', phone: null }
  const made = await shop.parts.desk.manualOrders.create(
    {
      buyer: { ...person, address: '1 Main St', address2: null, ...place },
      items: [{ productId: 'pure-bloom', quantity: 2, size: '1oz' }],
      paidOutside: 'cash',
      note: 'By phone',
      sendsConfirmation: false,
      formKey: randomUUID(),
    },
    ana,
  )
  if (!made.ok) throw new Error(made.message)
  return made.orderId
}

/** What an owner does who confirms the tax difference shown: requests more if `asks`, or waives it. */
async function move(id: string, place: object, asks: boolean) {
  const found = await shop.parts.desk.orderAddress.find(id)
  if (!found) throw new Error('no order')
  const { address, version: expectedVersion } = found
  const sent = { ...address, ...place }
  const change = (confirmedCents?: number) =>
    shop.parts.desk.orderAddress.change(id, sent, { expectedVersion, confirmedCents, asks }, ana)
  const first = await change()
  return !first.ok && first.code === 'tax' ? change(first.change.addedCents) : first
}

/** One bottle more or less of the first line, or the other size, for the amount that the review shows. */
async function changeItems(id: string, quantity: number, size?: '1oz' | '2oz') {
  const known = await detailOf(id)
  const wanted = {
    quantities: new Map([[1, quantity]]),
    sizes: new Map(size ? [[1, size]] : []),
    products: [],
    chargesShipping: false,
  }
  const found = await shop.parts.desk.itemChanges.plan(known, wanted)
  if (!('plan' in found)) return
  const openRequest = known.balance.requests.find(({ standing }) => standing === 'open')?.id
  const expectedVersion = itemsVersion(known.lines, openRequest)
  const { refundedCents: refundedBeforeCents } = known.order
  const request = { ...wanted, amountCents: found.plan.amountCents, refundedBeforeCents, expectedVersion, reason: '' }
  await shop.parts.desk.itemChanges.save(id, { ...request, formKey: randomUUID() }, ana)
}

async function pay(id: string): Promise<void> {
  const request = (await detailOf(id)).balance.requests.find(({ standing }) => standing === 'open')
  if (!request) return
  const token = shop.parts.shop.payments.links.tokenFor(id)
  const payment = { token, requestId: request.id, sourceId: await shop.square.tokenize() }
  await shop.parts.shop.balances.pay(payment, {
    checkoutKey: randomUUID(),
    client: randomUUID(),
    network: randomUUID(),
    isIpv6: false,
  })
}

/** Records Square's response that the bank rejected a refund. */
async function rejectRefund(number: number): Promise<void> {
  const rows = await shop.rows(
    `select id from refunds where not corrects_tax and part_of is null and state = 'completed' order by created_at, id`,
  )
  const id = rows[number % rows.length]?.id
  if (id !== undefined) await shop.rows(`update refunds set state = 'rejected' where id = $1`, [id])
}

/** What the owner and customers can do to an order, in any state; what isn't allowed is refused. */
async function happen(id: string, [kind, number, isPaid]: readonly [number, number, boolean]): Promise<void> {
  const { orderDesk } = shop.parts.desk
  if (kind < 3) await move(id, PLACES[number % PLACES.length] ?? PROVO, isPaid)
  else if (kind < 5) await changeItems(id, 1 + (number % 4))
  else if (kind === 5) await changeItems(id, 2, '2oz')
  else if (kind === 6)
    await orderDesk.refund(id, { amountCents: 100 + number, reason: 'Leaked', formKey: randomUUID() }, ana)
  else if (kind === 7) await orderDesk.cancel(id, 'Changed their mind', ana)
  else await rejectRefund(number)
  if (isPaid) await pay(id)
}

async function refundsSettled(): Promise<void> {
  await eventually(async () => {
    const [open] = await shop.rows(
      `select count(*)::integer as count from refunds where state not in ('completed', 'rejected')`,
    )
    return open?.count === 0
  })
}

/** Makes everything that happened, and its totals, two days older. By the shop's clock, in summer and winter. */
async function twoDaysLater(): Promise<void> {
  const earlier = (column: string) =>
    `${column} = ((${column} at time zone 'America/Denver') - interval '2 days') at time zone 'America/Denver'`
  await database.current.withConnection((connection) =>
    connection.exec(`set session_replication_role = replica;
      update orders set ${earlier('paid_at')}, ${earlier('cancelled_at')};
      update order_tax_moves set ${earlier('moved_at')};
      update balance_requests set ${earlier('ended_at')};
      update refunds set ${earlier('created_at')};
      ${['sales_days', 'tax_days', 'state_days']
        // To negative days first, so that no day exists twice.
        .map(
          (table) => `create temporary table moved as select * from ${table}; delete from ${table};
          update moved set day = day - 2; insert into ${table} select * from moved; drop table moved;`,
        )
        .join('\n')}
      delete from product_days; delete from sales_hours; delete from product_hours;
      set session_replication_role = origin`),
  )
}

type Row = Record<string, string | number | boolean | null>
type Sums = Map<string, number[]>

function add(sums: Sums, key: unknown[], parts: (number | string | boolean | null | undefined)[]): void {
  const before = sums.get(key.join(' ')) ?? []
  sums.set(
    key.join(' '),
    parts.map((part, index) => (before[index] ?? 0) + Number(part)),
  )
}

/** Computed from rows of orders, moves, requests and refunds one by one, unlike the report's statements. */
async function sumsOfRows(): Promise<{ taxes: Sums; states: Sums }> {
  const day = (column: string) => `(${column} at time zone 'America/Denver')::date::text`
  const read = (statement: string) => shop.rows(statement) as Promise<Row[]>
  const orders = new Map(
    (await read(`select *, ${day('paid_at')} as paid_day, ${day('cancelled_at')} as cancelled_day from orders`)).map(
      (order) => [order.id, order],
    ),
  )
  const moves = await read(`select *, ${day('moved_at')} as day from order_tax_moves order by number`)
  const requests = await read(`select *, ${day('ended_at')} as day from balance_requests where state = 'paid'`)
  const refunds = await read(`select r.*, a.order_id, ${day('r.created_at')} as day from refunds r
    join payment_attempts a on a.id = r.attempt_id where r.state <> 'rejected' and a.state = 'succeeded'`)
  const [sums, states]: [Sums, Sums] = [new Map(), new Map()]
  const firstState = (order: Row | undefined) =>
    moves.find((each) => each.order_id === order?.id && each.number === 1)?.from_state ?? order?.state_code

  for (const order of orders.values()) {
    const { subtotal_cents: goods, discount_cents: discount, shipping_cents: shipping, tax_cents: tax } = order
    const parts = [1, goods, discount, shipping, tax, 0]
    if (order.paid_day !== null) {
      add(sums, [order.paid_day, firstState(order), false, order.tax_basis_points], parts)
      add(states, [order.paid_day, order.state_code], [1, Number(order.total_cents) - Number(tax)])
    }
    if (order.paid_outside !== null && order.cancelled_day !== null)
      add(sums, [order.cancelled_day, order.state_code, true, order.tax_basis_points], parts)
  }
  for (const each of moves) {
    const parts = [1, each.goods_cents, each.discount_cents, each.shipping_cents]
    add(sums, [each.day, each.from_state, true, each.from_basis_points], [...parts, each.from_tax_cents, 0])
    add(sums, [each.day, each.to_state, false, each.to_basis_points], [...parts, each.to_tax_cents, each.waived_cents])
  }
  for (const paid of requests) {
    const moved = moves.find(({ id }) => id === paid.tax_move_id)
    const cents = Number(paid.amount_cents)
    if (moved) {
      add(sums, [paid.day, moved.to_state, false, moved.to_basis_points], [0, 0, 0, 0, cents, -cents])
      continue
    }
    const parts = [0, paid.goods_cents, paid.discount_cents, paid.shipping_cents, paid.tax_cents, 0]
    add(sums, [paid.day, paid.state_code, false, paid.tax_basis_points], parts)
    add(states, [paid.day, orders.get(String(paid.order_id))?.state_code], [0, cents - Number(paid.tax_cents)])
  }
  for (const refund of refunds) {
    if (refund.corrects_tax === true) continue
    const order = orders.get(String(refund.order_id))
    const moved = moves.find(({ id }) => id === refund.tax_move_id)
    const state = moved?.to_state ?? firstState(order)
    const rate = moved?.to_basis_points ?? order?.tax_basis_points
    const { goods_cents: goods, discount_cents: discount, shipping_cents: shipping, tax_cents: tax } = refund
    add(sums, [refund.day, state, true, rate], [refund.part_of === null ? 1 : 0, goods, discount, shipping, tax, 0])
  }
  return { taxes: sums, states }
}

async function storedSums(): Promise<{ taxes: Sums; states: Sums }> {
  const [sums, states]: [Sums, Sums] = [new Map(), new Map()]
  for (const row of await shop.rows('select *, day::text from tax_days'))
    add(sums, [row.day, row.state_code, row.is_refund, row.tax_basis_points], [
      row.order_count,
      row.goods_cents,
      row.discount_cents,
      row.shipping_cents,
      row.tax_cents,
      row.waived_cents,
    ] as number[])
  for (const row of await shop.rows('select *, day::text from state_days'))
    add(states, [row.day, row.state_code], [row.order_count, row.sales_cents] as number[])
  return { taxes: sums, states }
}

/** What was paid by card and cash, less refunds. */
async function keptCents(): Promise<number> {
  const [row] = await shop.rows(`select (
      (select coalesce(sum(amount_cents), 0) from payment_attempts where state = 'succeeded')
      + (select coalesce(sum(total_cents), 0) from orders where paid_outside is not null and cancelled_at is null)
      - (select coalesce(sum(r.amount_cents), 0) from refunds r join payment_attempts a on a.id = r.attempt_id
         where r.state <> 'rejected' and a.state = 'succeeded'))::integer as cents`)
  return Number(row?.cents)
}

function centsOf(sums: Sums): number {
  return [...sums].reduce((total, [key, [, goods = 0, discount = 0, shipping = 0, tax = 0]]) => {
    const cents = goods - discount + shipping + tax
    return total + (key.includes(' true ') ? -cents : cents)
  }, 0)
}

test.runIf(isPostgres)(
  'totals by state and day equal the orders, moves, requests and refunds, however they change later',
  async () => {
    const pick = randomFrom(TEST_SEED)
    const orders: string[] = []
    const quarter = { name: 'all', from: '2020-01-01', until: addDays(shopDay(new Date()), 1) }
    for (let evening = 0; evening < EVENINGS; evening += 1) {
      for (const place of PLACES) orders.push(await buy(place))
      orders.push(await createByHand(PLACES[pick(2)] ?? PROVO))
      for (let turn = 0; turn < CHANGES_AN_EVENING; turn += 1) {
        const window = () => happen(orders[pick(orders.length)] ?? '', [pick(9), pick(1500), pick(3) > 0])
        // Two windows change orders, maybe the same one, while a third looks at the taxes.
        await Promise.allSettled([window(), window(), taxes().states(), taxes().utah(quarter)])
      }
      await refundsSettled()
      await twoDaysLater()
      await taxes().states()
      const [stored, rows] = [await storedSums(), await sumsOfRows()]
      expect(stored.taxes, `seed ${TEST_SEED}`).toEqual(rows.taxes)
      expect(stored.states, `seed ${TEST_SEED}`).toEqual(rows.states)
      expect(centsOf(stored.taxes)).toBe(await keptCents())
    }
    // The script did something of each kind.
    const [done] = await shop.rows(`select (select count(*) from order_tax_moves) > 0 as moved,
      (select count(*) from refunds where state = 'completed') > 0 as refunded,
      (select count(*) from refunds where state = 'rejected') > 0 as rejected,
      (select count(*) from orders where cancelled_at is not null) > 0 as cancelled,
      (select count(*) from balance_requests where state = 'paid' and tax_move_id is null) > 0 as grown,
      (select count(*) from balance_requests where state = 'paid' and tax_move_id is not null) > 0 as taxed`)
    expect(Object.entries(done ?? {}).filter(([, isDone]) => isDone !== true)).toEqual([])
  },
  180_000,
)

test.runIf(isPostgres)('never leaves out a day that changes while the report is read', async () => {
  const day = '2019-06-12'
  const range = { name: 'June', from: '2019-06-01', until: '2019-07-01' }
  const { id } = await shop.order()
  await shop.rows(`update orders set paid_at = $2 where id = $1`, [id, `${day}T18:00:00Z`])
  const whole = await taxes().utah(range)
  expect(whole.sold.goodsCents).toBe(5000)
  // Drops the totals of its day each time, and changes nothing else.
  const changes = Array.from({ length: 100 }, () => `select drop_sales_day('${day}T18:00:00Z')`)
  const changing = changes.reduce<Promise<unknown>>(
    (before, drop) => before.then(() => shop.rows(drop)),
    Promise.resolve(),
  )
  const seen = new Set<number>()
  for (let turn = 0; turn < 100; turn += 1) seen.add((await taxes().utah(range)).sold.goodsCents)
  await changing
  expect([...seen]).toEqual([5000])
})

test('adds up again what is recorded late, and days that the previous version added up', async () => {
  const range = { name: 'June', from: '2018-06-01', until: '2018-07-01' }
  const at = '2018-06-12T18:00:00Z'
  const { id } = await shop.order()
  await shop.rows(`update orders set paid_at = $2 where id = $1`, [id, at])
  expect((await taxes().utah(range)).sold.taxCents).toBe(358)

  await shop.rows(
    `with moved as (
       insert into order_tax_moves (order_id, number, moved_at, from_state, to_state, from_basis_points, to_basis_points,
         goods_cents, discount_cents, shipping_cents, from_tax_cents, to_tax_cents, waived_cents)
       values ($1, 1, $2, 'UT', 'NY', 715, 0, 5000, 0, 999, 358, 0, 0) returning id)
     insert into balance_requests (order_id, tax_move_id, amount_cents, expires_at, state)
       select $1, id, 70, now(), 'open' from moved`,
    [id, at],
  )
  expect((await taxes().utah(range)).refunded.taxCents).toBe(358)
  const newYork = async () =>
    (
      await shop.rows(`select tax_cents::integer as cents from tax_days where state_code = 'NY' and day = '2018-06-12'`)
    )[0]
  expect(await newYork()).toEqual({ cents: 0 })
  await shop.rows(`update balance_requests set state = 'paid', ended_at = $2 where order_id = $1`, [id, at])
  await taxes().utah(range)
  expect(await newYork()).toEqual({ cents: 70 })

  await shop.rows('delete from tax_days')
  await shop.rows('update sales_days set by_state = false')
  expect((await taxes().utah(range)).refunded.taxCents).toBe(358)
})
