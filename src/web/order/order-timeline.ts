import type { OrderView } from '#contract/order-view.ts'

export type TimelineStep = { label: string; at: string | undefined }

/** The way of an order that goes well; what is still to come is shown without a date. */
const USUAL = ['Placed', 'Paid', 'Packed', 'Shipped']
const ENDED = new Set<OrderView['status']>(['cancelled', 'refunded', 'not-taken'])

/** What happened and what comes next. An order that has ended shows only what happened. */
export function orderTimeline({ status, timeline }: Pick<OrderView, 'status' | 'timeline'>): TimelineStep[] {
  if (ENDED.has(status)) return [...timeline]
  const comes = USUAL.filter((label) => !timeline.some((event) => event.label === label))
  return [...timeline, ...comes.map((label) => ({ label, at: undefined }))]
}
