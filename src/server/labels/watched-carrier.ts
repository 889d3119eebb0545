import type { CallEnd, CallOutcome, WatchCall } from '#server/platform/watch-call.ts'
import { type Carrier, CarrierRefusal } from './carrier.ts'

/** The same carrier, with each call measured. */
export function watchCarrier(carrier: Carrier, watch: WatchCall): Carrier {
  const call = <T>(name: string, work: () => Promise<T>) => watch({ provider: 'easypost', name }, work, judge)
  return {
    connect: (webhook) => call('connect', () => carrier.connect(webhook)),
    quote: (request) => call('quote', () => carrier.quote(request)),
    create: (request) => call('create', () => carrier.create(request)),
    find: (id) => call('find', () => carrier.find(id)),
    buy: (id, rateId) => call('buy', () => carrier.buy(id, rateId)),
    void: (id) => call('void', () => carrier.void(id)),
    readImage: (url) => call('read_image', () => carrier.readImage(url)),
  }
}

function judge(end: CallEnd<unknown>): CallOutcome {
  if ('result' in end) return 'ok'
  return end.error instanceof CarrierRefusal ? 'refused' : 'failed'
}
