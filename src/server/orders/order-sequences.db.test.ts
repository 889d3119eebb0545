import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planRemoval } from '#domain/money/item-removal.ts'
import { leftToRefund, refundedQuantities, splitAmountCents, splitItems } from '#domain/money/line-refund.ts'
import { toTaxPeriod } from '#domain/money/tax-period.ts'
import { hasAny } from '#domain/orders/item-counts.ts'
import { shopDay } from '#domain/time/display.ts'
import { createMoneyCheckService } from '#server/payments/money-check.service.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { createTaxReportService } from '#server/reports/tax.service.ts'
import { anOrder } from '#test/an-order.ts'
import { createRandom, type Random } from '#test/chaos/random.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { eventually } from '#test/eventually.ts'
import { TEST_SEED } from '#test/seed.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { itemsVersion } from './item-changes.service.ts'
import type { OrderDetail } from './orders.views.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
const UTAH = { city: 'Provo', state: 'UT', zip: '84601' } as const
const NEW_YORK = { city: 'New York', state: 'NY', zip: '10001' } as const
const SEQUENCES = 15
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  await shop.parts.shop.reconciler.start()
})
afterAll(() => shop.end())

type Order = { id: string; number: string }
type Result = { ok: boolean }
/** What a step did to the stock, if it was possible. */
type Step = (order: Order, detail: OrderDetail, random: Random) => Promise<number | undefined>

const desk = () => shop.parts.desk

async function detailOf({ id }: Order): Promise<OrderDetail> {
  const detail = await desk().orderDesk.find(id)
  if (!detail) throw new Error('no order')
  return detail
}

function sum(quantities: ReadonlyMap<number, number>): number {
  return [...quantities.values()].reduce((total, quantity) => total + quantity, 0)
}

/** Up to so many of each line, and at least one of all. */
function someOf(limit: ReadonlyMap<number, number>, random: Random): Map<number, number> {
  const some = new Map([...limit].map(([position, quantity]) => [position, random.between(0, quantity)]))
  const first = [...limit].find(([, quantity]) => quantity > 0)
  if (sum(some) === 0 && first) some.set(first[0], 1)
  return some
}

const openRequest = ({ balance }: OrderDetail) => balance.requests.find(({ standing }) => standing === 'open')

const removeItems: Step = async ({ id }, detail, random) => {
  const quantities = someOf(detail.counts.open, random)
  const open = await desk().orderItems.open(detail)
  const plan = planRemoval(open, { quantities, chargesShipping: false })
  if ('problem' in plan) return undefined
  const amountCents = splitAmountCents(plan.split)
  const removal = { quantities, chargesShipping: false, amountCents, refundedBeforeCents: detail.order.refundedCents }
  const usual = { restocks: true, reason: 'Removed', formKey: randomUUID() }
  const result = await desk().orderItems.remove(id, { ...removal, ...usual }, ana)
  return result.ok ? sum(quantities) : undefined
}

/** Adds a bottle, and sometimes takes one out for it. What has to be paid for first changes nothing until then. */
const changeItems: Step = async ({ id }, detail, random) => {
  const { lines, order, refunds } = detail
  const kept = new Map(lines.map(({ position, quantity, refunded }) => [position, quantity - refunded]))
  const line = lines.find(({ quantity, refunded }) => quantity > refunded)
  if (!line) return undefined
  const isExchange = random.chance(0.5)
  if (isExchange) kept.set(line.position, line.quantity - line.refunded - 1)
  const product = { productId: 'pure-bloom', size: random.pick(['1oz', '2oz'] as const), quantity: 1 }
  const wanted = { quantities: kept, sizes: new Map(), products: [product], chargesShipping: false }
  const planned = await desk().itemChanges.plan({ order, lines, refunds }, wanted)
  if (!('plan' in planned)) return undefined
  const { amountCents } = planned.plan
  const request = {
    ...wanted,
    amountCents,
    refundedBeforeCents: order.refundedCents,
    expectedVersion: itemsVersion(lines, openRequest(detail)?.id),
    reason: '',
    formKey: randomUUID(),
  }
  const result = await desk().itemChanges.save(id, request, ana)
  if (!result.ok) return undefined
  return amountCents > 0 || isExchange ? 0 : -1
}

const payLink: Step = async (order, detail) => {
  const request = openRequest(detail)
  if (!request) return undefined
  const token = shop.parts.shop.payments.links.tokenFor(order.id)
  const payment = { token, requestId: request.id, sourceId: await shop.square.tokenize() }
  const client = randomUUID()
  const answer = await shop.parts.shop.balances.pay(payment, {
    checkoutKey: randomUUID(),
    client,
    network: client,
    isIpv6: false,
  })
  if (answer.status !== 200) return undefined
  const counted = (names: readonly string[]) => names.reduce((total, name) => total + Number.parseInt(name, 10), 0)
  return request.items ? counted(request.items.removed) - counted(request.items.added) : 0
}

const moveAway: Step = async ({ id }, detail) => {
  const found = await desk().orderAddress.find(id)
  if (!found) return undefined
  const place = detail.order.stateCode === 'UT' ? NEW_YORK : UTAH
  const { city, state, zip } = place
  const address = { ...found.address, city, state, zip }
  const expected = { expectedVersion: found.version }
  const asked = await desk().orderAddress.change(id, address, expected, ana)
  if (asked.ok) return 0
  if (asked.code !== 'tax') return undefined
  const { addedCents } = asked.change
  const confirmed = { ...expected, confirmedCents: addedCents, asks: addedCents > 0 }
  return (await desk().orderAddress.change(id, address, confirmed, ana)).ok ? 0 : undefined
}

const splitOff: Step = async ({ id }, { counts, shipments }, random) => {
  const quantities = someOf(counts.open, random)
  const tracking = { carrier: null, trackingNumber: null }
  const part = { quantities, tracking, packagesBefore: shipments.length }
  return (await desk().orderDesk.split(id, part, ana)).ok ? 0 : undefined
}

const shipRest: Step = async ({ id }) => ((await desk().orderDesk.ship(id, undefined, ana)).ok ? 0 : undefined)

const refundItems: Step = async ({ id }, detail, random) => {
  const { order, lines, refunds, refundLines, counts } = detail
  const before = refundedQuantities(refundLines)
  const left = new Map(lines.map(({ position, quantity, refunded }) => [position, quantity - refunded]))
  const items = { quantities: someOf(left, random), withShipping: random.chance(0.3) }
  const amountCents = splitAmountCents(splitItems({ ...order, lines }, leftToRefund(order, refunds), items, before))
  if (amountCents === 0) return undefined
  const restocks = !hasAny(counts.shipped)
  const refund = { amountCents, items, restocks, reason: 'Leaked', formKey: randomUUID() }
  if (!(await desk().orderDesk.refund(id, refund, ana)).ok) return undefined
  return restocks ? sum(items.quantities) : 0
}

const refundAmount: Step = async ({ id }, { restCents }, random) => {
  if (restCents < 2) return undefined
  const refund = { amountCents: random.between(1, Math.ceil(restCents / 3)), reason: 'Late', formKey: randomUUID() }
  return (await desk().orderDesk.refund(id, refund, ana)).ok ? 0 : undefined
}

const takeBack: Step = async ({ id }, { counts }, random) => {
  if (!hasAny(counts.returnable)) return undefined
  const condition = random.pick(['sealed', 'opened'] as const)
  const quantities = someOf(counts.returnable, random)
  const lines = [...quantities]
    .filter(([, quantity]) => quantity > 0)
    .map(([position, quantity]) => ({ position, quantity, condition }))
  const usual = { reason: 'did-not-suit' as const, words: null, isReceived: true, emailsInstructions: false }
  const result = await desk().returns.record(id, { ...usual, lines, formKey: randomUUID() }, ana)
  return result.ok ? (condition === 'sealed' ? sum(quantities) : 0) : undefined
}

const cancel: Step = async ({ id }, { counts, order }) => {
  if (order.state === 'cancelled') return undefined
  const result: Result = await desk().orderDesk.cancel(id, 'Changed their mind', ana)
  return result.ok ? sum(counts.open) : undefined
}

const STEPS = {
  removeItems,
  changeItems,
  payLink,
  moveAway,
  splitOff,
  shipRest,
  refundItems,
  refundAmount,
  takeBack,
  cancel,
}
type StepName = keyof typeof STEPS

/** The later ones end most of what is possible. */
const EARLY: readonly StepName[] = ['removeItems', 'changeItems', 'payLink', 'moveAway', 'refundAmount', 'refundItems']
const LATE: readonly StepName[] = [
  'splitOff',
  'shipRest',
  'refundItems',
  'refundAmount',
  'takeBack',
  'takeBack',
  'cancel',
]

async function onHand(): Promise<number> {
  const [row] = await shop.rows(`select sum(on_hand)::int as count from stock_levels where product_id = 'pure-bloom'`)
  return Number(row?.count)
}

async function atSquare({ number }: Order): Promise<number> {
  const { capturedCents, refundedCents } = await shop.square.ledger()
  const own = (cents: Record<string, number>) =>
    Object.entries(cents).reduce((total, [key, value]) => total + (key.startsWith(number) ? value : 0), 0)
  return own(capturedCents) - own(refundedCents)
}

async function utah() {
  const period = toTaxPeriod(shopDay(new Date()).slice(0, 7))
  if (!period) throw new Error('no period')
  const { net, waivedCents } = await createTaxReportService(database.current, () => new Date()).utah(period)
  return { soldCents: net.grossCents, taxCents: net.taxCents, waivedCents }
}

async function differences() {
  const check = createMoneyCheckService(database.current, shop.parts.shop.payments.gateway, () => new Date())
  const hour = 60 * 60 * 1000
  return (await check.check({ from: new Date(Date.now() - hour), to: new Date(Date.now() + hour) })).differences
}

test('whatever is done to an order in whatever order, Square, tax report and stock agree', async () => {
  await shop.rows(
    `insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', 500), ('pure-bloom', '2oz', 500)
     on conflict (product_id, size) do update set on_hand = 500`,
  )
  const random = createRandom(TEST_SEED)
  const worked = new Set<StepName>()
  const items = [
    { productId: 'pure-bloom', quantity: 2, size: '1oz' },
    { productId: 'pure-bloom', quantity: 1, size: '2oz' },
  ]
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
    const [stock, tax] = [await onHand(), await utah()]
    const place = random.chance(0.7) ? UTAH : NEW_YORK
    const order = await shop.order({ items, shippingAddress: { ...anOrder().shippingAddress, ...place } })
    const done: string[] = []
    let expected = stock - 3
    for (const steps of [EARLY, EARLY, EARLY, EARLY, LATE, LATE, LATE]) {
      const name = random.pick(steps)
      const moved = await STEPS[name](order, await detailOf(order), random)
      if (moved === undefined) continue
      worked.add(name)
      done.push(name)
      expected += moved
    }
    const asked = openRequest(await detailOf(order))
    if (asked) await desk().orderBalance.withdraw(order.id, asked.id, ana)
    await eventually(async () => (await detailOf(order)).refunds.every(({ state }) => state === 'completed'))

    const { order: stored, refunds, restCents } = await detailOf(order)
    const [kept, after] = [await atSquare(order), await utah()]
    const reported = after.soldCents + after.taxCents - tax.soldCents - tax.taxCents
    // The shop may owe tax that nobody paid: it waived that, and refunds have made it less since.
    const borne = stored.stateCode === 'UT' ? reported - kept : 0
    const isBorne = borne >= 0 && borne <= after.waivedCents - tax.waivedCents
    const left = leftToRefund(stored, refunds)
    const rate = stored.stateCode === 'UT' ? 0.0715 : 0
    // Each change rounds to a cent.
    const taxOff = Math.abs(left.taxCents - (left.goodsCents - left.discountCents) * rate)
    expect(
      {
        rest: restCents,
        parts: splitAmountCents(left),
        isTaxed: borne > 0 || taxOff < done.length + 1,
        reported: reported - borne,
        isBorne,
        stock: await onHand(),
      },
      `sequence ${sequence}: ${done.join(', ')}`,
    ).toEqual({
      rest: kept,
      parts: kept,
      isTaxed: true,
      reported: stored.stateCode === 'UT' ? kept : 0,
      isBorne: true,
      stock: expected,
    })
  }
  expect(await differences()).toEqual([])
  expect([...worked].toSorted((a, b) => a.localeCompare(b))).toEqual(
    Object.keys(STEPS).toSorted((a, b) => a.localeCompare(b)),
  )
})
