import type { OrderView } from '#contract/order-view.ts'
import { arrivalText } from '#domain/orders/delivery-estimate.ts'
import { shopDay, shortDay } from '#domain/time/display.ts'

/** `kind` decides what is said below the title. */
export type OrderStep = {
  kind: 'placed' | 'packed' | 'shipped' | 'arrival' | 'event'
  title: string
  /** A day or a range; empty if unknown. */
  when: string
  isDone: boolean
}

type Ordered = Pick<OrderView, 'status' | 'timeline' | 'arrival'>

const ENDED = new Set<OrderView['status']>(['cancelled', 'refunded', 'not-taken'])

/** The server's events, whose names stay the same for API clients. */
const EVENTS: Record<string, { kind: OrderStep['kind']; title: string } | undefined> = {
  Placed: { kind: 'placed', title: 'Order placed' },
  Packed: { kind: 'packed', title: 'Packed' },
  Shipped: { kind: 'shipped', title: 'On its way' },
  Delivered: { kind: 'arrival', title: 'Delivered' },
  Cancelled: { kind: 'event', title: 'Canceled' },
}

/** What has happened, and what happens next and when. An order that has ended shows only the past. */
export function orderSteps({ status, timeline, arrival }: Ordered): OrderStep[] {
  const past = timeline
    // Paying is part of placing it.
    .filter(({ label }) => label !== 'Paid')
    .map(({ label, at }): OrderStep => ({
      ...(EVENTS[label] ?? { kind: 'event', title: label }),
      when: shortDay(shopDay(new Date(at))),
      isDone: true,
    }))
  if (ENDED.has(status)) return past
  const usual: OrderStep[] = [
    { kind: 'packed', title: 'Packed', when: '', isDone: false },
    {
      kind: 'shipped',
      title: 'On its way',
      when: arrival?.shipBy ? `By ${shortDay(arrival.shipBy)}` : '',
      isDone: false,
    },
    {
      kind: 'arrival',
      title: arrival ? 'Usually arrives' : 'At your door',
      when: arrival ? arrivalText(arrival) : '',
      isDone: false,
    },
  ]
  // Nothing comes before what has happened: an order may ship without having been marked as packed.
  const reached = usual.findLastIndex(({ kind }) => past.some((step) => step.kind === kind))
  return [...past, ...usual.slice(reached + 1)]
}
