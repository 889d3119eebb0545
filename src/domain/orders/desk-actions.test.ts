import { expect, test } from 'vitest'
import { type DeskAction, deskActions, mayDo } from './desk-actions.ts'
import { ORDER_STATES, type OrderState } from './order-states.ts'

const ACTIONS: Record<OrderState, DeskAction[]> = {
  pending_payment: [],
  paid: ['pack', 'ship', 'split', 'cancel', 'delay', 'address', 'items'],
  packed: ['ship', 'unpack', 'split', 'cancel', 'delay', 'address', 'items'],
  partly_shipped: ['ship', 'split', 'unship', 'delay'],
  shipped: ['deliver', 'unship', 'tracking'],
  delivered: ['undeliver'],
  payment_failed: [],
  cancelled: [],
  refunded: [],
}

test.each(ORDER_STATES)("lists the desk's actions for an order that is %s, next step first", (state) => {
  expect(deskActions(state)).toEqual(ACTIONS[state])
})

test('allows an action if it is listed', () => {
  expect([mayDo('paid', 'pack'), mayDo('packed', 'pack'), mayDo('shipped', 'tracking')]).toEqual([true, false, true])
})
