import type { PaymentResponse, Quote } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { judgeProviderError } from '#domain/money/payment-verdict.ts'
import type { OrderTotals } from '#domain/money/pricing.ts'
import type { OrderLinks } from '#server/orders/order-links.ts'
import type { OrderRow } from '#server/orders/orders.service.ts'
import type { PricedItem } from '#server/orders/price-items.ts'
import type { AttemptRow } from '#server/payments/attempts.service.ts'

export type PayStatus = 200 | 202 | 402 | 404 | 409 | 422 | 429 | 503
export type PayAnswer = { status: PayStatus; body: PaymentResponse }

export function toQuote(lines: PricedItem[], totals: OrderTotals, discountError: string | null): Quote {
  return { lines, ...totals, discountError }
}

export function refused(
  problem: 'invalid' | 'gone' | 'changed' | 'code',
  error: string,
  field?: string,
  quote?: Quote,
): PayAnswer {
  const body = { success: false, orderNumber: null, error, problem, ...(field && { field }), ...(quote && { quote }) }
  return { status: problem === 'invalid' ? 422 : 409, body }
}

export function failed(status: PayStatus, problem: PaymentResponse['problem'], error: string): PayAnswer {
  return { status, body: { success: false, orderNumber: null, error, problem } }
}

/** An order may exist with an unknown outcome: the page polls order-status while the buyer waits. */
export function pending(order: Pick<OrderRow, 'id' | 'number'> | undefined, links: OrderLinks): PayAnswer {
  const body = { success: false, orderNumber: order?.number ?? null, isPending: true, error: MESSAGES.paymentPending }
  return { status: 202, body: order ? { ...body, orderPath: links.pathFor(order.id) } : body }
}

/**
 * The same for the first request, its retries, and later status requests. The outcome of a payment is in its
 * attempt; from the order it uses only what never changes.
 */
export function toAnswer(order: Pick<OrderRow, 'id' | 'number'>, attempt: AttemptRow, links: OrderLinks): PayAnswer {
  switch (attempt.state) {
    case 'succeeded': {
      const orderPath = links.pathFor(order.id)
      return { status: 200, body: { success: true, orderNumber: order.number, error: null, orderPath } }
    }
    case 'sending':
    case 'unknown':
      return pending(order, links)
    case 'declined':
      return declinedAnswer(attempt)
    case 'not_sent':
      return attempt.httpStatus === null
        ? failed(503, 'unavailable', MESSAGES.paymentFailed)
        : failed(503, 'unavailable', MESSAGES.paymentUnavailable)
    case 'abandoned':
    case 'orphan_refunded':
      return failed(503, 'unavailable', MESSAGES.paymentFailed)
  }
}

function declinedAnswer({ httpStatus, errorCategory, errorCode }: AttemptRow): PayAnswer {
  const verdict = judgeProviderError(
    { statusCode: httpStatus ?? 402, category: errorCategory ?? undefined, code: errorCode ?? undefined },
    { isRepeat: false },
  )
  if (verdict.kind === 'card-again') return failed(402, 'card-again', MESSAGES.cardAgain)
  const shouldCheckCard = verdict.kind === 'declined' && verdict.shouldCheckCard
  return failed(402, 'declined', shouldCheckCard ? MESSAGES.cardDetails : MESSAGES.cardDeclined)
}
