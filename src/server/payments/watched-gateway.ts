import type { CallEnd, CallOutcome, WatchCall } from '#server/platform/watch-call.ts'
import { type ChargeResult, type PaymentGateway, ProviderRefusal, type RefundResult } from './gateway.ts'

/** The same gateway, with each call measured. A declined card is a call that went well. */
export function watchGateway(gateway: PaymentGateway, watch: WatchCall): PaymentGateway {
  const call = <T>(name: string, work: () => Promise<T>, judge: (end: CallEnd<T>) => CallOutcome = judgeLookup) =>
    watch({ provider: 'square', name }, work, judge)

  async function* listing<T>(name: string, items: AsyncIterable<T>): AsyncIterable<T> {
    const iterator = items[Symbol.asyncIterator]()
    // The first item needs the first answer; the rest mostly comes with it.
    const first = await call(name, () => iterator.next())
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  }

  return {
    warmUp: () => gateway.warmUp(),
    charge: (charge, options) => call('charge', () => gateway.charge(charge, options), judgeCharge),
    itemise: (order) =>
      call(
        'itemise',
        () => gateway.itemise(order),
        (end) => ('result' in end && end.result !== undefined ? 'ok' : 'failed'),
      ),
    findPayment: (id) => call('find_payment', () => gateway.findPayment(id)),
    findPaymentsOf: (charge) => call('find_payments_of', () => gateway.findPaymentsOf(charge)),
    cancelByKey: (key) => call('cancel_by_key', () => gateway.cancelByKey(key)),
    refund: (request) => call('refund', () => gateway.refund(request), judgeRefund),
    findRefund: (id) => call('find_refund', () => gateway.findRefund(id)),
    listPayments: (period) => listing('list_payments', gateway.listPayments(period)),
    listRefunds: (period) => listing('list_refunds', gateway.listRefunds(period)),
  }
}

function judgeLookup(end: CallEnd<unknown>): CallOutcome {
  if ('result' in end) return 'ok'
  return end.error instanceof ProviderRefusal ? 'refused' : 'failed'
}

function judgeCharge(end: CallEnd<ChargeResult>): CallOutcome {
  if ('error' in end) return 'failed'
  if ('payment' in end.result) return 'ok'
  const { kind } = end.result.failure.verdict
  if (kind === 'declined' || kind === 'card-again') return 'ok'
  return kind === 'refused' ? 'refused' : 'failed'
}

function judgeRefund(end: CallEnd<RefundResult>): CallOutcome {
  if ('error' in end || 'unknown' in end.result) return 'failed'
  return 'refused' in end.result ? 'refused' : 'ok'
}
