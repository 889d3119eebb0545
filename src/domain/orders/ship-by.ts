import { type DeliveryRules, estimateDelivery } from './delivery-estimate.ts'
import { isUnshipped } from './order-questions.ts'
import type { OrderState } from './order-states.ts'

export type ShipBy = { day: string; urgency: 'late' | 'today' | 'later' }

/** The day by which an order has to ship; undefined once it has, or if it never will. */
export function shipBy(
  rules: DeliveryRules,
  order: { state: OrderState; orderedOn: string },
  today: string,
): ShipBy | undefined {
  if (!isUnshipped(order.state)) return undefined
  const { shipBy: day } = estimateDelivery(rules, order.orderedOn, 'near')
  return { day, urgency: day < today ? 'late' : day === today ? 'today' : 'later' }
}
