import { addEntry, balanceOf, type Flow, isMatch } from '#domain/money/money-balance.ts'
import { FIRST_ATTEMPT, paymentReference, readPaymentReference } from '#domain/money/payment-reference.ts'
import { isGoingBack, isTaken } from '#domain/money/payment-status.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { PaymentGateway, ProviderPayment, ProviderRefund } from './gateway.ts'
import {
  findByNumbers,
  findExplanations,
  findRefundsByProviderIds,
  findTaken,
  listPaidWithoutPayment,
  listShopRefunds,
  listTaken,
  type NumberedOrder,
  type Span,
  type TakenPayment,
} from './money-check.queries.ts'
import { listChecks } from './money-days.queries.ts'
import type { Difference, MoneyReport } from './payments.views.ts'
import { findStrayRefunds, listStrayRefunds, type StrayRefundRow } from './stray-refunds.queries.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Clock skew between us and the provider, including what each considers the start of a payment. */
const SLACK_MS = HOUR_MS
/** Anything younger is still being settled by the buyer's request or the reconciler. */
const SETTLING_MS = 10 * 60 * 1000
const BATCH = 200
/** Beyond this many lookups, something larger is wrong. */
const MAX_QUESTIONS = 50
const MAX_DIFFERENCES = 500
const SHOWN_NIGHTS = 14

type Found = Omit<Difference, 'explanation'> & { flow: Flow }

export type MoneyCheckService = ReturnType<typeof createMoneyCheckService>

/**
 * Compares the shop's books with the provider's. Both are read in full for the span, and nothing is changed. A matched
 * pair counts once, at the provider's time, so midnight never splits it and every total balances.
 */
export function createMoneyCheckService({ orm }: Database, gateway: PaymentGateway, now: () => Date) {
  return {
    /** Recent nightly checks, newest first. */
    nights: () => listChecks(orm, SHOWN_NIGHTS),

    async check(span: Span): Promise<MoneyReport> {
      const comparison = createComparison(span)
      await comparison.comparePayments()
      await comparison.compareRefunds()
      return comparison.finish()
    },
  }

  function createComparison(span: Span) {
    const report: MoneyReport = { ...balanceOf([]), underWay: 0, differences: [] }
    const found: Found[] = []
    const wide = { from: new Date(span.from.getTime() - SLACK_MS), to: new Date(span.to.getTime() + SLACK_MS) }
    let questionsLeft = MAX_QUESTIONS

    const isInSpan = (at: Date) => at >= span.from && at < span.to
    const isYoung = (at: Date, ms = SETTLING_MS) => now().getTime() - at.getTime() < ms
    const mayAsk = () => (questionsLeft -= 1) >= 0

    function book(entry: Found): void {
      if (isMatch(entry)) addEntry(report, entry)
      else found.push(entry)
    }

    /** Every payment for one of our order numbers must be known to that order, and vice versa. */
    async function comparePayments(): Promise<void> {
      const seen = new Set<string>()
      for await (const batch of inBatches(eachDay(wide, (day) => gateway.listPayments(day)))) {
        // Ignore the seller's other sales and payments that were not captured.
        const ours = batch.filter((payment) => isTaken(payment) && readPaymentReference(payment.referenceId))
        for (const { id } of ours) seen.add(id)
        await bookPayments(ours.filter(({ createdAt }) => isInSpan(createdAt)))
      }
      await bookUnlistedPayments(seen)
      for (const { id, number, totalCents, paidAt } of await listPaidWithoutPayment(orm, span, MAX_DIFFERENCES))
        book({
          flow: 'payments',
          kind: 'order-without-money',
          subject: id,
          order: { id, number },
          shopCents: totalCents,
          providerCents: undefined,
          at: paidAt ?? span.from,
          detail: 'The order is marked as paid, but has no payment.',
        })
    }

    async function bookPayments(payments: readonly ProviderPayment[]): Promise<void> {
      const ids = payments.map(({ id }) => id)
      const known = byKey(await findTaken(orm, ids), ({ paymentId }) => paymentId)
      const strays = byKey(await findStrayRefunds(orm, ids), ({ squarePaymentId }) => squarePaymentId)
      const unknown = payments.flatMap(({ id, referenceId }) =>
        known.has(id) ? [] : (readPaymentReference(referenceId)?.orderNumber ?? []),
      )
      const orders = byKey(await findByNumbers(orm, unknown), ({ number: orderNumber, attemptNo }) =>
        paymentReference({ orderNumber, attemptNo: attemptNo ?? FIRST_ATTEMPT }),
      )
      for (const payment of payments) {
        const [taken, returned] = [known.get(payment.id), strays.get(payment.id)]
        if (taken) bookTaken(payment, taken, returned)
        else bookStray(payment, orders.get(payment.referenceId ?? ''), returned)
      }
    }

    /** A payment that belongs to an order; if it was too high, the excess is being refunded. */
    function bookTaken(payment: ProviderPayment, taken: TakenPayment, returned: StrayRefundRow | undefined): void {
      book({
        flow: 'payments',
        kind: 'amount',
        subject: payment.id,
        order: { id: taken.orderId, number: taken.orderNumber },
        shopCents: taken.amountCents + (returned?.amountCents ?? 0),
        providerCents: payment.amountCents,
        at: payment.createdAt,
        detail: 'The payment and the order have different amounts.',
      })
    }

    /**
     * A payment that belongs to no order. A refund made by us counts on both sides; one made at the provider counts on
     * neither.
     */
    function bookStray(
      payment: ProviderPayment,
      order: NumberedOrder | undefined,
      returned: StrayRefundRow | undefined,
    ): void {
      const shopCents = returned?.amountCents
      const providerCents = payment.amountCents - Math.max(0, payment.refundedCents - (shopCents ?? 0))
      if (providerCents <= 0) return
      const isUnsettled = order?.attemptId !== null && order?.paymentId === null
      const isOpen = returned !== undefined && returned.state !== 'completed'
      if (shopCents !== providerCents && (isOpen || (isUnsettled && isYoung(payment.createdAt)))) {
        report.underWay += 1
        return
      }
      book({
        flow: 'payments',
        kind: isUnsettled ? 'unsettled' : 'money-without-order',
        subject: payment.id,
        order,
        shopCents,
        providerCents,
        at: payment.createdAt,
        detail: isUnsettled
          ? 'The payment was taken, but its order is still pending or was closed.'
          : whyStray(payment, order),
      })
    }

    /** Every payment recorded by our orders must exist at the provider. */
    async function bookUnlistedPayments(seen: ReadonlySet<string>): Promise<void> {
      let after: string | undefined
      for (;;) {
        const batch = await listTaken(orm, span, { after, limit: BATCH })
        for (const taken of batch) {
          const { paymentId, amountCents, createdAt, orderId, orderNumber } = taken
          if (seen.has(paymentId)) continue
          // The listing lags by some seconds and has its own boundaries, so look the payment up directly.
          const payment = mayAsk() ? await gateway.findPayment(paymentId) : undefined
          if (payment && isTaken(payment)) {
            if (isInSpan(payment.createdAt)) await bookPayments([payment])
            continue
          }
          book({
            flow: 'payments',
            kind: 'order-without-money',
            subject: orderId,
            order: { id: orderId, number: orderNumber },
            shopCents: amountCents,
            providerCents: undefined,
            at: createdAt,
            detail: `Square hasn’t completed payment ${paymentId}.`,
          })
        }
        after = batch.at(-1)?.attemptId
        if (batch.length < BATCH) return
      }
    }

    async function compareRefunds(): Promise<void> {
      const seen = new Set<string>()
      for await (const batch of inBatches(eachDay(wide, (day) => gateway.listRefunds(day)))) {
        const valid = batch.filter(isGoingBack)
        for (const { id } of valid) seen.add(id)
        await bookRefunds(valid.filter(({ createdAt }) => isInSpan(createdAt)))
      }
      const shopRefunds = [...(await listShopRefunds(orm, span)), ...(await listStrayRefunds(orm, span))]
      for (const refund of shopRefunds) if (!seen.has(refund.refundId ?? '')) await bookUnlistedRefund(refund)
    }

    async function bookRefunds(refunds: readonly ProviderRefund[]): Promise<void> {
      const ids = refunds.map(({ id }) => id)
      const paymentIds = refunds.flatMap(({ paymentId }) => paymentId ?? [])
      const known = byKey(await findRefundsByProviderIds(orm, ids), ({ refundId }) => refundId ?? '')
      const strays = byKey(await findStrayRefunds(orm, paymentIds), ({ squarePaymentId }) => squarePaymentId)
      const taken = byKey(await findTaken(orm, paymentIds), ({ paymentId }) => paymentId)
      for (const { id, paymentId = '', amountCents, createdAt } of refunds) {
        const payment = taken.get(paymentId)
        const stray = strays.get(paymentId)
        const refund = stray?.squareRefundId === id ? stray : known.get(id)
        // Belongs to another sale, or to a stray payment that was refunded in the provider's dashboard.
        if (!refund && !payment) continue
        // If it is ours and its response was lost, it is found by its key within minutes.
        const isSending = stray?.squareRefundId === null || isYoung(createdAt)
        if (!refund && isSending) {
          report.underWay += 1
          continue
        }
        const isRefused = refund?.state === 'rejected'
        book({
          flow: 'refunds',
          kind: 'refund-at-provider',
          subject: id,
          order: payment && { id: payment.orderId, number: payment.orderNumber },
          shopCents: isRefused ? undefined : refund?.amountCents,
          providerCents: amountCents,
          at: createdAt,
          detail: describeRefund(refund, isRefused),
        })
      }
    }

    type ShopRefund = Awaited<ReturnType<typeof listShopRefunds | typeof listStrayRefunds>>[number]

    async function bookUnlistedRefund(refund: ShopRefund): Promise<void> {
      const { id, refundId, state, amountCents, createdAt, order } = refund
      // An unsettled stray refund is accounted for with its payment; it counts here once the provider has completed it.
      const isOpenStray = order === undefined && state !== 'completed'
      if (isOpenStray || (refundId === null && isYoung(createdAt, HOUR_MS))) {
        report.underWay += 1
        return
      }
      const known = refundId !== null && mayAsk() ? await gateway.findRefund(refundId) : undefined
      if (known && isGoingBack(known)) {
        if (isInSpan(known.createdAt)) await bookRefunds([known])
        return
      }
      book({
        flow: 'refunds',
        kind: 'refund-in-shop',
        subject: id,
        order,
        shopCents: amountCents,
        providerCents: undefined,
        at: createdAt,
        detail: refundId === null ? 'It hasn’t reached Square.' : 'Square doesn’t have it, or refused it.',
      })
    }

    async function finish(): Promise<MoneyReport> {
      const notes = new Map<string, { note: string; actor: string }>()
      for (let start = 0; start < found.length; start += MAX_DIFFERENCES) {
        const subjects = found.slice(start, start + MAX_DIFFERENCES).map(({ subject }) => subject)
        for (const { kind, subject, note, actor } of await findExplanations(orm, subjects))
          notes.set(`${kind} ${subject}`, { note, actor })
      }
      const differences = found.map(({ flow, ...difference }) => {
        const explanation = notes.get(`${difference.kind} ${difference.subject}`)
        addEntry(report, { ...difference, flow, isExplained: explanation !== undefined })
        return { ...difference, explanation }
      })
      // Unexplained differences first, so the limit never cuts them off.
      const byNeed = differences.toSorted((a, b) => Number(Boolean(a.explanation)) - Number(Boolean(b.explanation)))
      return { ...report, differences: byNeed.slice(0, MAX_DIFFERENCES) }
    }

    return { comparePayments, compareRefunds, finish }
  }
}

function whyStray({ referenceId }: ProviderPayment, order: NumberedOrder | undefined): string {
  if (!order) return `It names order ${referenceId}, which isn’t one of ours.`
  return order.attemptId === null
    ? `Order ${order.number} was created at the desk without a card payment. If you took this payment for it, mark it as explained; otherwise refund it.`
    : `Order ${order.number} already has another payment.`
}

function describeRefund(refund: object | undefined, isRefused: boolean): string {
  if (isRefused) return 'Our records show it as refused.'
  return refund ? 'The two amounts are different.' : 'It was made at Square, not at this desk.'
}

/** Differences without an explanation. */
export function openDifferences({ differences }: MoneyReport): Difference[] {
  return differences.filter(({ explanation }) => explanation === undefined)
}

function byKey<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T> {
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** One day at a time, so each listing finishes within its timeout. */
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
