import { expect, test } from 'vitest'
import { checkDiscountCode } from './check-discount-code.ts'

function answering(body: unknown, status = 200): typeof fetch {
  return async () => Response.json(body, { status })
}

const none = { isValid: false, discountAmount: 0, discountPercentage: 0, message: null, error: null }

test('returns a percentage or an amount', async () => {
  const percent = { ...none, isValid: true, discountAmount: 250, discountPercentage: 10, message: '10% off.' }
  expect(await checkDiscountCode('X', 2500, answering(percent))).toEqual({
    ok: true,
    message: '10% off.',
    discount: { kind: 'percent', percent: 10 },
  })
  const amount = { ...none, isValid: true, discountAmount: 500, message: 'You save $5.00.' }
  expect(await checkDiscountCode('X', 2500, answering(amount))).toMatchObject({
    discount: { kind: 'amount', amountCents: 500 },
  })
})

test('returns the shop’s reason for a refused code, and the fixed text for a failed check', async () => {
  const failed = { ok: false, error: 'Failed to validate discount code' }
  expect(await checkDiscountCode('X', 1, answering({ ...none, error: 'Not valid.' }))).toEqual({
    ok: false,
    error: 'Not valid.',
  })
  expect(await checkDiscountCode('X', 1, answering({ error: { code: 'internal' } }, 500))).toEqual(failed)
  expect(await checkDiscountCode('X', 1, () => Promise.reject(new TypeError('offline')))).toEqual(failed)
})
