import { expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { createOrderLinks } from '#server/orders/order-links.ts'
import type { AttemptRow } from '#server/payments/attempts.service.ts'
import { failed, pending, refused, toAnswer } from './pay-responses.ts'

const links = createOrderLinks('the key of this test, which is long')
const order = { id: '00000000-0000-4000-8000-000000000001', number: 'BLM-ABCDEFGH-JKLM' }
const orderPath = links.pathFor(order.id)

function answerTo(attempt: Partial<AttemptRow>) {
  const none = { httpStatus: null, errorCategory: null, errorCode: null }
  return toAnswer(order, { ...none, ...attempt } as AttemptRow, links)
}

test('names a paid order and links to it', () => {
  const body = { success: true, orderNumber: order.number, error: null, orderPath }
  expect(answerTo({ state: 'succeeded' })).toEqual({ status: 200, body })
})

test.each(['sending', 'unknown'] as const)('asks the buyer to wait while a charge is %s', (state) => {
  const body = { success: false, orderNumber: order.number, isPending: true, error: MESSAGES.paymentPending, orderPath }
  expect(answerTo({ state })).toEqual({ status: 202, body })
})

test('asks the buyer to wait even if it is unknown whether there is an order', () => {
  const body = { success: false, orderNumber: null, isPending: true, error: MESSAGES.paymentPending }
  expect(pending(undefined, links)).toEqual({ status: 202, body })
})

const CARD = 'PAYMENT_METHOD_ERROR'

test.each<[Partial<AttemptRow>, status: number, problem: string, error: string]>([
  // Never sent, or Square refuses the shop itself: then another try is of no use.
  [{ state: 'not_sent' }, 503, 'unavailable', MESSAGES.paymentFailed],
  [{ state: 'not_sent', httpStatus: 401 }, 503, 'unavailable', MESSAGES.paymentUnavailable],
  [{ state: 'abandoned', httpStatus: 500 }, 503, 'unavailable', MESSAGES.paymentFailed],
  [{ state: 'orphan_refunded' }, 503, 'unavailable', MESSAGES.paymentFailed],
  [
    { state: 'declined', httpStatus: 402, errorCategory: CARD, errorCode: 'CVV_FAILURE' },
    402,
    'declined',
    MESSAGES.cardDeclined,
  ],
  [
    { state: 'declined', httpStatus: 402, errorCategory: CARD, errorCode: 'CARD_EXPIRED' },
    402,
    'declined',
    MESSAGES.cardDetails,
  ],
  [
    { state: 'declined', httpStatus: 400, errorCategory: 'INVALID_REQUEST_ERROR', errorCode: 'NOT_FOUND' },
    402,
    'card-again',
    MESSAGES.cardAgain,
  ],
  // Found at Square as failed, without an answer of its own.
  [{ state: 'declined', errorCategory: CARD, errorCode: 'CARD_EXPIRED' }, 402, 'declined', MESSAGES.cardDetails],
  [{ state: 'declined' }, 402, 'declined', MESSAGES.cardDeclined],
])('says what became of a charge: %o', (attempt, status, problem, error) => {
  expect(answerTo(attempt)).toEqual({ status, body: { success: false, orderNumber: null, error, problem } })
})

test('tells an order that is wrong from one that has to be looked at again', () => {
  const body = { success: false, orderNumber: null, error: 'Why.' }
  expect(refused('invalid', 'Why.')).toEqual({ status: 422, body: { ...body, problem: 'invalid' } })
  for (const problem of ['gone', 'changed', 'code'] as const)
    expect(refused(problem, 'Why.')).toEqual({ status: 409, body: { ...body, problem } })
  expect(refused('code', 'Why.', 'discountCode').body).toEqual({ ...body, problem: 'code', field: 'discountCode' })
  expect(failed(429, 'throttled', 'Why.')).toEqual({ status: 429, body: { ...body, problem: 'throttled' } })
})
