import { expect, test } from 'vitest'
import { takeCode } from './take-code.ts'

function answering(body: object): typeof fetch {
  return () => Promise.resolve(Response.json(body))
}

test('names a code and what it is worth once the shop knows it', async () => {
  const percent = { isValid: true, discountAmount: 1_000_000, discountPercentage: 10, message: '', error: null }
  expect(await takeCode('BLOOM-2345-6789', answering(percent))).toEqual({
    ok: true,
    message: '10% off with code BLOOM-2345-6789. We’ll apply it at checkout.',
  })
  const amount = { isValid: true, discountAmount: 500, discountPercentage: 0, message: '', error: null }
  expect((await takeCode('FIVE-OFF', answering(amount))).message).toContain('$5.00 off with code FIVE-OFF')
})

test('does not repeat a code that the shop does not know', async () => {
  const no = { isValid: false, discountAmount: 0, discountPercentage: 0, message: null, error: 'Not valid.' }
  expect(await takeCode('CALL-1-800-SCAM', answering(no))).toEqual({ ok: false, message: 'Not valid.' })
})
