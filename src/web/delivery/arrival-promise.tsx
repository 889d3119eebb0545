import { arrivalInDays } from '#domain/orders/delivery-estimate.ts'
import { US_STATES } from '#domain/orders/us-states.ts'
import { Icon } from '#web/ui/icon.tsx'
import { rememberState, useRememberedState } from './remembered-state.ts'
import { useArrival, useStatedDelivery } from './use-arrival.ts'

/** On the product page: in days, as the cached page has it, and then as dates for the visitor's state. */
export function ArrivalPromise() {
  const delivery = useStatedDelivery()
  const state = useRememberedState()
  const arrival = useArrival(state)
  if (!delivery) return null
  return (
    <li className="arrival-promise">
      <Icon name="truck" />
      {arrival ? (
        <p>
          Usually arrives <b className="font-medium whitespace-nowrap">{arrival}</b>{' '}
          <span className="whitespace-nowrap">
            in{' '}
            <select
              className="select-quiet state-choice"
              value={state ?? ''}
              aria-label="Ships to"
              onChange={({ currentTarget }) => rememberState(currentTarget.value)}
            >
              <option value="">your state</option>
              {Object.entries(US_STATES).map(([code, name]) => (
                <option value={code} key={code}>
                  {name}
                </option>
              ))}
            </select>
          </span>
        </p>
      ) : (
        <p>Usually arrives {arrivalInDays(delivery)} after you order</p>
      )}
    </li>
  )
}
