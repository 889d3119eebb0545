import { isPartlyShipped, isShipped, isUnshipped } from './order-questions.ts'
import { type DeskTransition, isDeskTransition, nextState, type OrderState, TRANSITION_NAMES } from './order-states.ts'

/** Undoing the latest package is one action, regardless of what else has shipped. */
type OfPackages = 'unshipRest' | 'unshipPart'

export type DeskAction = Exclude<DeskTransition, OfPackages> | 'tracking' | 'delay' | 'address' | 'items'

/** The desk's actions for an order in this state, the usual next step first. Refunds depend on its payments instead. */
export function deskActions(state: OrderState): DeskAction[] {
  const moves = TRANSITION_NAMES.filter(isDeskTransition).filter((move) => nextState(state, move) !== undefined)
  const actions = moves.map((move) => (move === 'unshipRest' || move === 'unshipPart' ? 'unship' : move))
  return [
    ...new Set(actions),
    ...(isShipped(state) ? ['tracking' as const] : []),
    ...(isUnshipped(state) ? ['delay' as const] : []),
    // What has shipped had that address, and was taxed there.
    ...(isUnshipped(state) && !isPartlyShipped(state) ? (['address', 'items'] as const) : []),
  ]
}

export function mayDo(state: OrderState, action: DeskAction): boolean {
  return deskActions(state).includes(action)
}
