import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeProviderError, type ProviderError } from './payment-verdict.ts'

const first = { isRepeat: false }
const repeat = { isRepeat: true }
const method = 'PAYMENT_METHOD_ERROR'
const request = 'INVALID_REQUEST_ERROR'

test.each([
  [
    { statusCode: 402, category: method, code: 'GENERIC_DECLINE' },
    { kind: 'declined', shouldCheckCard: false },
  ],
  [
    { statusCode: 402, category: method, code: 'CVV_FAILURE' },
    { kind: 'declined', shouldCheckCard: false },
  ],
  [
    { statusCode: 402, category: method, code: 'INSUFFICIENT_FUNDS' },
    { kind: 'declined', shouldCheckCard: false },
  ],
  [
    { statusCode: 400, category: method, code: 'INVALID_EXPIRATION' },
    { kind: 'declined', shouldCheckCard: true },
  ],
  [
    { statusCode: 400, category: method, code: 'SOMETHING_NEW' },
    { kind: 'declined', shouldCheckCard: false },
  ],
  [{ statusCode: 400, category: method, code: 'CARD_TOKEN_EXPIRED' }, { kind: 'card-again' }],
  [{ statusCode: 404, category: request, code: 'NOT_FOUND' }, { kind: 'card-again' }],
  [
    { statusCode: 400, category: request, code: 'CARD_TOKEN_USED' },
    { kind: 'unknown', isSuspicious: true },
  ],
  [
    { statusCode: 400, category: request, code: 'IDEMPOTENCY_KEY_REUSED' },
    { kind: 'unknown', isSuspicious: true },
  ],
  [{ statusCode: 401, category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED' }, { kind: 'refused' }],
  [{ statusCode: 400, category: request, code: 'INVALID_PHONE_NUMBER' }, { kind: 'refused' }],
  [{ isUnsent: true }, { kind: 'not-sent' }],
] satisfies [ProviderError, object][])('judges the first call: %j is %j', (error, verdict) => {
  expect(judgeProviderError(error, first)).toEqual(verdict)
})

test.each([
  {},
  { statusCode: 408 },
  { statusCode: 409 },
  { statusCode: 429 },
  { statusCode: 500 },
  { statusCode: 200 },
])('leaves open whether money moved after %j, whatever the body says', (error) => {
  expect(judgeProviderError(error, first).kind).toBe('unknown')
  expect(judgeProviderError({ ...error, category: request }, first).kind).toBe('unknown')
})

test('settles only by lookup or the stored response once a call may have arrived', () => {
  expect(judgeProviderError({ isUnsent: true }, repeat).kind).toBe('unknown')
  expect(judgeProviderError({ statusCode: 401 }, repeat).kind).toBe('unknown')
  expect(judgeProviderError({ statusCode: 404, category: request, code: 'NOT_FOUND' }, repeat).kind).toBe('unknown')
  expect(judgeProviderError({ statusCode: 402, category: method, code: 'GENERIC_DECLINE' }, repeat).kind).toBe(
    'declined',
  )
})

test('returns a final failure only if the card or the request was clearly refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 599 }), fc.string(), fc.string(), (statusCode, category, code) => {
      expect(judgeProviderError({ statusCode, category, code }, first).kind).toBe('unknown')
    }),
  )
})

test('asks to check the card only for errors that a buyer may have mistyped', () => {
  const mistyped = [
    'BAD_EXPIRATION',
    'CARD_EXPIRED',
    'EXPIRATION_FAILURE',
    'INVALID_CARD',
    'INVALID_CARD_DATA',
    'INVALID_EXPIRATION',
    'INVALID_POSTAL_CODE',
    'PAN_FAILURE',
  ]
  for (const code of [...mistyped, 'CVV_FAILURE', 'INSUFFICIENT_FUNDS', ''])
    expect(judgeProviderError({ statusCode: 402, category: method, code }, first), code).toEqual({
      kind: 'declined',
      shouldCheckCard: mistyped.includes(code),
    })
})

test('includes the limits of the error range', () => {
  expect(judgeProviderError({ statusCode: 400, category: request }, first)).toEqual({ kind: 'refused' })
  expect(judgeProviderError({ statusCode: 499, category: request }, first)).toEqual({ kind: 'refused' })
  expect(judgeProviderError({ statusCode: 399, category: request }, first)).toEqual({
    kind: 'unknown',
    isSuspicious: false,
  })
  expect(judgeProviderError({ statusCode: 403 }, first)).toEqual({ kind: 'refused' })
  expect(judgeProviderError({ statusCode: 402 }, first).kind).toBe('unknown')
  expect(judgeProviderError({ statusCode: 404, category: 'API_ERROR', code: 'NOT_FOUND' }, first).kind).toBe('unknown')
})
