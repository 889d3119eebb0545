import { isShipped, isUnshipped } from './order-questions.ts'
import { type DeskTransition, isDeskTransition, nextState, type OrderState, TRANSITION_NAMES } from './order-states.ts'

export type DeskAction = DeskTransition | 'tracking' | 'delay' | 'address' | 'items'

/** The desk's actions for an order in this state, the usual next step first. Refunds depend on its payments instead. */
export function deskActions(state: OrderState): DeskAction[] {
  const moves = TRANSITION_NAMES.filter(isDeskTransition).filter((move) => nextState(state, move) !== undefined)
  return [
    ...moves,
    ...(isShipped(state) ? ['tracking' as const] : []),
    ...(isUnshipped(state) ? (['delay', 'address', 'items'] as const) : []),
  ]
}

export function mayDo(state: OrderState, action: DeskAction): boolean {
  return deskActions(state).includes(action)
}
