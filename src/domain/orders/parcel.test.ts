import { expect, test } from 'vitest'
import { isStillHere } from './parcel.ts'

test('a parcel is with us from the payment until it is shipped', () => {
  const states = ['pending_payment', 'payment_failed', 'paid', 'packed', 'shipped', 'cancelled', 'refunded']
  expect(states.filter(isStillHere)).toEqual(['paid', 'packed'])
})
