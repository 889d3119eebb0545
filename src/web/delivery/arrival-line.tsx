import { type StateCode, US_STATES } from '#domain/orders/us-states.ts'
import { useRememberedState } from './remembered-state.ts'
import { useArrival } from './use-arrival.ts'

/** For the cart and the checkout; `state` is the one in the form. */
export function ArrivalLine({ state: typed, className }: { state?: StateCode | undefined; className: string }) {
  const remembered = useRememberedState()
  const state = typed ?? remembered
  const arrival = useArrival(state)
  if (!arrival) return null
  return (
    <p className={className}>
      Usually arrives {arrival}
      {state && ` in ${US_STATES[state]}`}.
    </p>
  )
}
