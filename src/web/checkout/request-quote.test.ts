import { expect, test } from 'vitest'
import { requestQuote } from './request-quote.ts'

const REQUEST = { items: [{ productId: 'pure-bloom', quantity: 1 }], discountCode: null }
const QUOTE = {
  lines: [],
  subtotalCents: 2500,
  discountCents: 0,
  shippingCents: 999,
  taxCents: 0,
  totalCents: 3499,
  discountError: null,
}

test('returns a quote, a reason, or the fixed text', async () => {
  expect(await requestQuote(REQUEST, async () => Response.json({ ...QUOTE, error: null }))).toEqual({
    ok: true,
    quote: QUOTE,
  })
  const gone = { error: 'Pure Bloom is no longer sold.', problem: 'gone' }
  expect(await requestQuote(REQUEST, async () => Response.json(gone, { status: 409 }))).toEqual({
    ok: false,
    message: gone.error,
    problem: 'gone',
  })
  const failed = { ok: false, message: 'Payment failed. Please try again.' }
  expect(await requestQuote(REQUEST, () => Promise.reject(new TypeError('offline')))).toEqual(failed)
  expect(await requestQuote(REQUEST, async () => new Response('<html>', { status: 502 }))).toEqual(failed)
})
