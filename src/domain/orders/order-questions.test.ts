import { expect, test } from 'vitest'
import { STATES_OF_LIST } from './order-lists.ts'
import {
  awaitsPayment,
  isBought,
  isCancelled,
  isPacked,
  isPartlyShipped,
  isShipped,
  isSold,
  isUnpaid,
  isUnshipped,
} from './order-questions.ts'
import { ORDER_STATES, type OrderState } from './order-states.ts'

test.each<[string, (state: OrderState) => boolean, OrderState[]]>([
  ['awaits its payment', awaitsPayment, ['pending_payment']],
  ['is unpaid', isUnpaid, ['payment_failed']],
  ['is still to ship', isUnshipped, ['paid', 'packed', 'partly_shipped']],
  ['is packed', isPacked, ['packed']],
  ['has shipped in part', isPartlyShipped, ['partly_shipped']],
  ['has shipped', isShipped, ['shipped']],
  ['counts as a sale', isSold, ['paid', 'packed', 'partly_shipped', 'shipped', 'delivered']],
  ['was bought', isBought, ['paid', 'packed', 'partly_shipped', 'shipped', 'delivered', 'refunded']],
  ['is cancelled', isCancelled, ['cancelled']],
])('lists which order %s', (_question, isSo, states) => {
  expect(ORDER_STATES.filter(isSo)).toEqual(states)
})

test('puts every state on exactly one list of the desk', () => {
  expect(Object.values(STATES_OF_LIST).flat().toSorted()).toEqual([...ORDER_STATES].toSorted())
})
