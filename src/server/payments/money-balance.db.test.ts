import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Flow, FLOWS } from '#domain/money/money-balance.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { drain, queueNamed } from '#test/drain-queue.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createMoneyCheckService, openDifferences } from './money-check.service.ts'
import type { Difference, MoneyReport } from './payments.views.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
const HOUR_MS = 3_600_000
/** For a longer run: `MONEY_STEPS=40 MONEY_SEEDS=1,2,3,4 vitest run money-balance --project postgres`. */
const STEPS = Number(process.env.MONEY_STEPS ?? 9)
const SEEDS = (process.env.MONEY_SEEDS ?? '1,2').split(',').map(Number)
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  await shop.parts.shop.reconciler.start()
})
afterAll(() => shop.end())

/** Seeded random numbers. */
function sequence(seed: number) {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return {
    below: (limit: number) => Math.floor(random() * limit),
    one: <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)],
  }
}

/** Checks as of two hours later with all refunds settled, so nothing is still in progress. */
async function check(): Promise<MoneyReport> {
  await eventually(async () => {
    await drain(queueNamed(shop.parts.shop.reconciler, 'stray_refunds'))
    const open = `state in ('sending', 'pending', 'unknown')`
    const rows = await shop.rows(
      `select 1 from refunds where ${open} union all select 1 from stray_refunds where ${open}`,
    )
    return rows.length === 0
  })
  const later = () => new Date(Date.now() + 2 * HOUR_MS)
  const span = { from: new Date(Date.now() - HOUR_MS), to: new Date(Date.now() + HOUR_MS) }
  return createMoneyCheckService(database.current, shop.parts.shop.payments.gateway, later).check(span)
}

const repairs = () => shop.parts.desk.moneyRepairs
const flowOf = ({ kind }: Difference): Flow => (kind.startsWith('refund-') ? 'refunds' : 'payments')
const centsOf = ({ shopCents = 0, providerCents = 0 }: Difference) => shopCents - providerCents

async function expectBalance(): Promise<MoneyReport> {
  const report = await check()
  const open = openDifferences(report)
  for (const flow of FLOWS) {
    const ofFlow = report.differences.filter((difference) => flowOf(difference) === flow)
    const sum = (isExplained: boolean) =>
      ofFlow
        .filter(({ explanation }) => (explanation !== undefined) === isExplained)
        .reduce((total, difference) => total + centsOf(difference), 0)
    expect(report.open[flow]).toBe(sum(false))
    expect(report.explained[flow]).toBe(sum(true))
    expect(report.shop[flow].cents - report.provider[flow].cents).toBe(report.open[flow] + report.explained[flow])
  }
  // The report claims a match exactly if not a cent is open.
  expect(open.length === 0).toBe(open.reduce((total, difference) => total + Math.abs(centsOf(difference)), 0) === 0)
  // The provider's totals equal its own ledger.
  const { capturedCents, refundedCents } = await shop.square.ledger()
  const total = (cents: Record<string, number>) => Object.values(cents).reduce((sum, value) => sum + value, 0)
  expect(report.underWay).toBe(0)
  expect(report.provider.payments.cents - report.provider.refunds.cents).toBe(
    total(capturedCents) - total(refundedCents),
  )
  return report
}

const paid = () =>
  shop.rows(
    `select o.id, a.square_payment_id as payment, a.amount_cents - o.refunded_cents as rest from orders o
     join payment_attempts a on a.order_id = o.id
     where a.state = 'succeeded' and a.square_payment_id is not null and a.amount_cents - o.refunded_cents > 500
       and o.state = 'paid' order by o.created_at`,
  )

function refundAtProvider(paymentId: string, amountCents: number) {
  const { gateway } = shop.parts.shop.payments
  return gateway.refund({ idempotencyKey: randomUUID(), paymentId, amountCents, reason: 'At the provider' })
}

/** Everything that can happen to a shop's money, by accident or on purpose. */
const events: Record<string, (pick: ReturnType<typeof sequence>) => Promise<unknown>> = {
  order: () => shop.order(),
  'stray payment': async () => {
    const { id } = await shop.order()
    await shop.rows('delete from orders where id = $1', [id])
  },
  'payment for an order of the desk': async () => {
    const { id } = await shop.order()
    await shop.rows('delete from payment_attempts where order_id = $1', [id])
    await shop.rows(`update orders set paid_outside = 'terminal' where id = $1`, [id])
  },
  'payment that never reached its order': async () => {
    const { id } = await shop.order()
    await shop.rows(`update payment_attempts set state = 'abandoned', square_payment_id = null where order_id = $1`, [
      id,
    ])
    await shop.rows(`update orders set state = 'payment_failed', paid_at = null where id = $1`, [id])
  },
  'payment that the provider lost': async () => {
    const { id } = await shop.order()
    await shop.rows(`update payment_attempts set square_payment_id = 'lost-' || id where order_id = $1`, [id])
  },
  'payment of a wrong amount': async (pick) => {
    const { id } = await shop.order()
    const change = pick.one([-57, 43]) ?? 0
    await shop.rows('update payment_attempts set amount_cents = amount_cents + $2 where order_id = $1', [id, change])
  },
  'refund at the desk': async (pick) => {
    const order = pick.one(await paid())
    const refund = { amountCents: 100 + pick.below(300), reason: 'A part', formKey: randomUUID() }
    if (order) await shop.parts.desk.orderDesk.refund(String(order.id), refund, ana)
  },
  'refund at the provider': async (pick) => {
    const order = pick.one(await paid())
    if (order) await refundAtProvider(String(order.payment), 100 + pick.below(300))
  },
  'stray payment that goes back at the provider': async (pick) => {
    const { payments } = await shop.square.ledger()
    const open = openDifferences(await check()).filter(({ kind }) => kind === 'money-without-order')
    const payment = payments.find(({ id }) => id === pick.one(open)?.subject)
    if (!payment) return
    const rest = payment.total_money.amount - (payment.refunded_money?.amount ?? 0)
    await refundAtProvider(payment.id, pick.one([rest, Math.ceil(rest / 2)]) ?? rest)
  },
  repair: async (pick) => {
    const difference = pick.one(openDifferences(await check()))
    if (difference) await repair(difference)
  },
  explanation: async (pick) => {
    const difference = pick.one(openDifferences(await check()))
    if (difference) await repairs().explain(difference.kind, difference.subject, 'Looked into', ana)
  },
}

async function repair({ kind, subject }: Difference): Promise<unknown> {
  if (kind === 'unsettled') return repairs().settle(subject, ana)
  if (kind === 'money-without-order' || kind === 'amount') return repairs().giveBack(subject, ana)
  if (kind === 'order-without-money') return repairs().close(subject, ana)
  if (kind === 'refund-at-provider') return repairs().recordRefund(subject, ana)
  return repairs().resendRefund(subject, ana)
}

test.each(SEEDS)('balances both sides to the cent after random events (seed %i)', async (seed) => {
  const pick = sequence(seed * 7919)
  const history: string[] = []
  for (let step = 0; step < STEPS; step += 1) {
    const name = pick.one(Object.keys(events)) ?? ''
    history.push(name)
    await events[name]?.(pick)
    await expectBalance().catch((error: unknown) => {
      throw new Error(`out of balance after ${history.join(', ')}`, { cause: error })
    })
  }
  // After repairing what can be repaired and explaining the rest, everything matches.
  for (const difference of openDifferences(await check())) await repair(difference)
  for (const { kind, subject } of openDifferences(await check()))
    await repairs().explain(kind, subject, 'So it is', ana)
  const report = await expectBalance()
  expect(openDifferences(report)).toEqual([])
  expect(report.open).toEqual({ payments: 0, refunds: 0 })
})
