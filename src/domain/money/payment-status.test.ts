import { expect, test } from 'vitest'
import { isGoingBack, isTaken, paymentOutcome } from './payment-status.ts'

test('counts only a captured payment; an approved one is neither paid nor failed', () => {
  const statuses = ['COMPLETED', 'APPROVED', 'PENDING', 'CANCELED', 'FAILED', 'SOMETHING_NEW', undefined]
  expect(statuses.map((status) => [status, paymentOutcome(status)])).toEqual([
    ['COMPLETED', 'taken'],
    ['APPROVED', 'open'],
    ['PENDING', 'open'],
    ['CANCELED', 'not-taken'],
    ['FAILED', 'not-taken'],
    ['SOMETHING_NEW', 'open'],
    [undefined, 'open'],
  ])
  expect([{ status: 'COMPLETED' }, { status: 'APPROVED' }, undefined].map(isTaken)).toEqual([true, false, false])
})

test('counts a refund from acceptance by the provider until it fails', () => {
  const statuses = ['PENDING', 'COMPLETED', 'REJECTED', 'FAILED']
  expect(statuses.map((status) => isGoingBack({ status }))).toEqual([true, true, false, false])
  expect(isGoingBack(undefined)).toBe(false)
})
