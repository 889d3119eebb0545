import type { DifferenceKind } from '#domain/money-difference.ts'
import { isOrderNumber } from '#domain/order-number.ts'
import type { Database } from '#server/db/database.ts'
import {
  findByNumbers,
  findExplanations,
  findRefundsByProviderIds,
  findStrayRefunds,
  findTaken,
  listChecks,
  listPaidWithoutPayment,
  listShopRefunds,
  listTaken,
  type Span,
} from '#server/db/money-check.queries.ts'
import type { PaymentGateway, ProviderPayment, ProviderRefund } from '#server/payments/gateway.ts'

export type Difference = {
  kind: DifferenceKind
  /** The provider's payment or refund, or our order's or refund's id. */
  subject: string
  order: { id: string; number: string } | undefined
  shopCents: number | undefined
  providerCents: number | undefined
  at: Date
  detail: string
  /** Somebody has looked into it. */
  explanation: { note: string; actor: string } | undefined
}

export type Sum = { count: number; cents: number }
export type MoneyReport = {
  shop: { payments: Sum; refunds: Sum }
  provider: { payments: Sum; refunds: Sum }
  matched: Sum
  /** Payments and refunds of the last minutes that are still being brought together. */
  underWay: number
  differences: Difference[]
}

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Our clock and the provider's may disagree, and so may the moments either calls the beginning. */
const SLACK_MS = HOUR_MS
/** What is younger is still being settled by the buyer's own request or by the reconciler. */
const SETTLING_MS = 10 * 60 * 1000
const BATCH = 200
/** Beyond this many the provider is not asked about each: something larger is wrong then. */
const MOST_QUESTIONS = 50
const MOST_DIFFERENCES = 500
const SHOWN_NIGHTS = 14

type Found = Omit<Difference, 'explanation'>

/** The shop's books beside the provider's. Both are read in full for the span; nothing is changed. */
export function createMoneyCheckService({ orm }: Database, gateway: PaymentGateway, now: () => Date) {
  return {
    /** The last nights' own checks, the newest first. */
    nights: () => listChecks(orm, SHOWN_NIGHTS),

    async check(span: Span): Promise<MoneyReport> {
      const report: MoneyReport = {
        shop: { payments: nothing(), refunds: nothing() },
        provider: { payments: nothing(), refunds: nothing() },
        matched: nothing(),
        underWay: 0,
        differences: [],
      }
      const found: Found[] = []
      const wide = { from: new Date(span.from.getTime() - SLACK_MS), to: new Date(span.to.getTime() + SLACK_MS) }
      const questions = { left: MOST_QUESTIONS }
      const payments = await readPayments(span, wide, report, found)
      await readOrders(span, payments, questions, report, found)
      const refunds = await readRefunds(span, wide, report, found)
      await readShopRefunds(span, refunds, questions, report, found)
      report.differences = await explained(found.slice(0, MOST_DIFFERENCES))
      return report
    },
  }

  /** Every payment of the provider for an order of ours must be known to that order. Answers all that were seen. */
  async function readPayments(span: Span, wide: Span, report: MoneyReport, found: Found[]): Promise<Set<string>> {
    const seen = new Set<string>()
    for await (const batch of inBatches(eachDay(wide, (day) => gateway.listPayments(day)))) {
      // Other sales of the same seller are none of our business; what was not taken is no money.
      const ours = batch.filter(
        ({ status, referenceId }) => status === 'COMPLETED' && referenceId && isOrderNumber(referenceId),
      )
      for (const { id } of ours) seen.add(id)
      await comparePayments(
        ours.filter(({ createdAt }) => isIn(span, createdAt)),
        report,
        found,
      )
    }
    return seen
  }

  async function comparePayments(payments: ProviderPayment[], report: MoneyReport, found: Found[]): Promise<void> {
    const ids = payments.map(({ id }) => id)
    const known = byKey(await findTaken(orm, ids), ({ paymentId }) => paymentId)
    const strays = byKey(await findStrayRefunds(orm, ids), ({ squarePaymentId }) => squarePaymentId)
    const unknown = payments.filter(({ id }) => !known.has(id))
    const orders = byKey(
      await findByNumbers(
        orm,
        unknown.map(({ referenceId }) => referenceId ?? ''),
      ),
      ({ number }) => number,
    )
    for (const payment of payments) {
      add(report.provider.payments, payment.amountCents)
      const base = { subject: payment.id, providerCents: payment.amountCents, at: payment.createdAt }
      const taken = known.get(payment.id)
      const givenBack = strays.get(payment.id)?.amountCents ?? 0
      if (taken) {
        const order = { id: taken.orderId, number: taken.orderNumber }
        if (payment.amountCents - givenBack === taken.amountCents) add(report.matched, taken.amountCents)
        else
          found.push({
            ...base,
            kind: 'amount',
            order,
            shopCents: taken.amountCents,
            detail: 'The payment has another amount than the order.',
          })
        continue
      }
      // Money that has gone back in full needs no order.
      if (Math.max(payment.refundedCents, givenBack) >= payment.amountCents) continue
      const order = orders.get(payment.referenceId ?? '')
      if (order && order.paymentId === null) {
        if (now().getTime() - payment.createdAt.getTime() < SETTLING_MS) report.underWay += 1
        else
          found.push({
            ...base,
            kind: 'unsettled',
            order,
            shopCents: undefined,
            detail: 'The order waits, or was given up, although its payment was taken.',
          })
      } else
        found.push({
          ...base,
          kind: 'money-without-order',
          order,
          shopCents: undefined,
          detail: order
            ? `Order ${order.number} was paid with another payment already.`
            : `It names order ${payment.referenceId}, which this shop has not made.`,
        })
    }
  }

  /** Every payment our orders count on must be there. */
  async function readOrders(
    span: Span,
    seen: Set<string>,
    questions: { left: number },
    report: MoneyReport,
    found: Found[],
  ): Promise<void> {
    let after: string | undefined
    for (;;) {
      const batch = await listTaken(orm, span, { after, limit: BATCH })
      for (const { paymentId, amountCents, createdAt, orderId, orderNumber } of batch) {
        add(report.shop.payments, amountCents)
        if (seen.has(paymentId)) continue
        // The listing lags behind by some seconds and knows its own edges; one question settles it.
        questions.left -= 1
        if (questions.left >= 0 && (await gateway.findPayment(paymentId))?.status === 'COMPLETED') continue
        found.push({
          kind: 'order-without-money',
          subject: orderId,
          order: { id: orderId, number: orderNumber },
          shopCents: amountCents,
          providerCents: undefined,
          at: createdAt,
          detail: `The provider has taken no payment ${paymentId}.`,
        })
      }
      after = batch.at(-1)?.attemptId
      if (batch.length < BATCH) break
    }
    for (const { id, number, totalCents, paidAt } of await listPaidWithoutPayment(orm, span, MOST_DIFFERENCES)) {
      add(report.shop.payments, totalCents)
      found.push({
        kind: 'order-without-money',
        subject: id,
        order: { id, number },
        shopCents: totalCents,
        providerCents: undefined,
        at: paidAt ?? span.from,
        detail: 'The order counts as paid, and no payment belongs to it.',
      })
    }
  }

  async function readRefunds(span: Span, wide: Span, report: MoneyReport, found: Found[]): Promise<Set<string>> {
    const seen = new Set<string>()
    for await (const batch of inBatches(eachDay(wide, (day) => gateway.listRefunds(day)))) {
      const valid = batch.filter(({ status }) => status === 'PENDING' || status === 'COMPLETED')
      for (const { id } of valid) seen.add(id)
      await compareRefunds(
        valid.filter(({ createdAt }) => isIn(span, createdAt)),
        report,
        found,
      )
    }
    return seen
  }

  async function compareRefunds(refunds: ProviderRefund[], report: MoneyReport, found: Found[]): Promise<void> {
    const paymentIds = refunds.flatMap(({ paymentId }) => paymentId ?? [])
    const known = byKey(
      await findRefundsByProviderIds(
        orm,
        refunds.map(({ id }) => id),
      ),
      ({ refundId }) => refundId ?? '',
    )
    const strays = new Set((await findStrayRefunds(orm, paymentIds)).map(({ squareRefundId }) => squareRefundId))
    const taken = byKey(await findTaken(orm, paymentIds), ({ paymentId }) => paymentId)
    for (const { id, paymentId = '', amountCents, createdAt } of refunds) {
      const payment = taken.get(paymentId)
      const refund = known.get(id)
      if (strays.has(id) || (!payment && !refund)) continue
      add(report.provider.refunds, amountCents)
      if (refund?.amountCents === amountCents) continue
      // One of ours whose answer was lost is found by its key within minutes.
      if (!refund && now().getTime() - createdAt.getTime() < SETTLING_MS) {
        report.underWay += 1
        continue
      }
      const order = payment && { id: payment.orderId, number: payment.orderNumber }
      found.push({
        kind: 'refund-at-provider',
        subject: id,
        order,
        shopCents: refund?.amountCents,
        providerCents: amountCents,
        at: createdAt,
        detail: refund ? 'The two amounts differ.' : 'It was made at the provider, not at this desk.',
      })
    }
  }

  async function readShopRefunds(
    span: Span,
    seen: Set<string>,
    questions: { left: number },
    report: MoneyReport,
    found: Found[],
  ): Promise<void> {
    for (const { id, refundId, amountCents, createdAt, orderId, orderNumber } of await listShopRefunds(orm, span)) {
      add(report.shop.refunds, amountCents)
      if (refundId !== null && seen.has(refundId)) continue
      if (refundId === null && now().getTime() - createdAt.getTime() < HOUR_MS) {
        report.underWay += 1
        continue
      }
      questions.left -= 1
      const known = refundId !== null && questions.left >= 0 ? await gateway.findRefund(refundId) : undefined
      if (known?.status === 'PENDING' || known?.status === 'COMPLETED') continue
      found.push({
        kind: 'refund-in-shop',
        subject: id,
        order: { id: orderId, number: orderNumber },
        shopCents: amountCents,
        providerCents: undefined,
        at: createdAt,
        detail:
          refundId === null ? 'It has not reached the provider.' : 'The provider knows nothing of it, or refused it.',
      })
    }
  }

  async function explained(found: Found[]): Promise<Difference[]> {
    const notes = byKey(
      await findExplanations(
        orm,
        found.map(({ subject }) => subject),
      ),
      ({ kind, subject }) => `${kind} ${subject}`,
    )
    return found.map((difference) => {
      const note = notes.get(`${difference.kind} ${difference.subject}`)
      return { ...difference, explanation: note && { note: note.note, actor: note.actor } }
    })
  }
}

/** What nobody has explained. */
export function openDifferences({ differences }: MoneyReport): Difference[] {
  return differences.filter(({ explanation }) => explanation === undefined)
}

function nothing(): Sum {
  return { count: 0, cents: 0 }
}

function add(sum: Sum, cents: number): void {
  sum.count += 1
  sum.cents += cents
}

function isIn({ from, to }: Span, at: Date): boolean {
  return at >= from && at < to
}

function byKey<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T> {
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** A day at a time: a listing must be through before its time limit. */
async function* eachDay<T>({ from, to }: Span, list: (day: Span) => AsyncIterable<T>): AsyncGenerator<T> {
  for (let start = from.getTime(); start < to.getTime(); start += DAY_MS)
    yield* list({ from: new Date(start), to: new Date(Math.min(start + DAY_MS, to.getTime())) })
}

async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
