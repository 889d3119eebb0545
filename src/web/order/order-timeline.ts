import type { OrderView } from '#contract/order-view.ts'

export type TimelineStep = { label: string; at: string | undefined }

/** The steps of an order without problems; upcoming ones are shown without a date. */
const USUAL = ['Placed', 'Paid', 'Packed', 'Shipped']
const ENDED = new Set<OrderView['status']>(['cancelled', 'refunded', 'not-taken'])

/** Past and upcoming steps. An order that has ended shows only past ones. */
export function orderTimeline({ status, timeline }: Pick<OrderView, 'status' | 'timeline'>): TimelineStep[] {
  if (ENDED.has(status)) return [...timeline]
  const comes = USUAL.filter((label) => !timeline.some((event) => event.label === label))
  return [...timeline, ...comes.map((label) => ({ label, at: undefined }))]
}
