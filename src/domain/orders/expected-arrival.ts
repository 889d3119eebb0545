import { arrivalAfterShipping, arrivalOf, estimateDelivery, type StatedDelivery } from './delivery-estimate.ts'
import { isUnshipped } from './order-questions.ts'
import type { OrderState } from './order-states.ts'
import type { StateCode } from './us-states.ts'

export type ExpectedArrival = {
  /** The day by which it usually ships; null once it has. */
  shipBy: string | null
  from: string
  to: string
}

export type OrderOnItsWay = {
  state: OrderState
  /** Shop days. */
  orderedOn: string
  shippedOn: string | undefined
  shipTo: StateCode
}

/**
 * When a paid order usually arrives. Undefined if it won't, if it has, or if the estimate turned out to be wrong: for
 * an order that ships late, a person sets a new date.
 */
export function expectedArrival(
  delivery: StatedDelivery,
  { state, orderedOn, shippedOn, shipTo }: OrderOnItsWay,
  today: string,
): ExpectedArrival | undefined {
  if (isUnshipped(state)) {
    const { shipBy } = estimateDelivery(delivery, orderedOn, 'near')
    return shipBy < today ? undefined : { shipBy, ...arrivalOf(delivery, orderedOn, shipTo) }
  }
  if (state !== 'shipped' || !shippedOn) return undefined
  const arrival = arrivalAfterShipping(delivery, shippedOn, shipTo)
  return arrival.to < today ? undefined : { shipBy: null, ...arrival }
}
