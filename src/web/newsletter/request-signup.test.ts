import { expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { requestSignup } from './request-signup.ts'

const fields = { email: 'ana@example.com', website: '', source: 'home' } as const

function answering(status: number, body: unknown): typeof fetch {
  return async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
}

test('returns the code on success', async () => {
  expect(await requestSignup(fields, answering(200, { discountCode: 'BLOOM-X' }))).toEqual({
    ok: true,
    discountCode: 'BLOOM-X',
  })
})

test("shows the server's message about an address", async () => {
  const refused = answering(400, { error: { code: 'invalid_request', message: MESSAGES.emailInvalid } })
  expect(await requestSignup(fields, refused)).toEqual({ ok: false, message: MESSAGES.emailInvalid })
})

test('shows the fixed text for anything else', async () => {
  const sentence = { ok: false, message: 'Failed to sign up. Please try again.' }
  expect(await requestSignup(fields, answering(502, '<html>bad gateway</html>'))).toEqual(sentence)
  expect(await requestSignup(fields, answering(200, { unexpected: true }))).toEqual(sentence)
  expect(await requestSignup(fields, () => Promise.reject(new TypeError('Failed to fetch')))).toEqual(sentence)
})
