import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { checkoutOutcome, countCheckouts } from './count-checkouts.ts'

test.each([
  [200, { success: true }, 'paid'],
  [202, { success: false, isPending: true }, 'pending'],
  // The outcome is unknown although we failed: money may have moved.
  [503, { success: false, isPending: true }, 'pending'],
  [402, { success: false }, 'declined'],
  [409, { success: false }, 'refused'],
  [422, {}, 'refused'],
  [429, {}, 'refused'],
  [503, { success: false }, 'failed'],
  [500, {}, 'failed'],
] as const)('status %i with %o is %s', (status, body, outcome) => {
  expect(checkoutOutcome(status, body)).toBe(outcome)
})

test('counts every answer to a payment once, with how long it took, and leaves it as it was', async () => {
  const counted: [outcome: string, seconds: number][] = []
  const app = new Hono()
  app.use(countCheckouts((outcome, seconds) => void counted.push([outcome, seconds])))
  app.all('/paid', async (c) => {
    await new Promise((resolve) => setTimeout(resolve, 30))
    return c.json({ success: true })
  })
  app.post('/broken', (c) => c.text('<html>', 502))
  const paid = await app.request('/paid', { method: 'POST' })
  expect(await paid.json()).toEqual({ success: true })
  expect((await app.request('/broken', { method: 'POST' })).status).toBe(502)
  // A preflight or someone who looks at the address pays nothing.
  await app.request('/paid')
  expect(counted.map(([outcome]) => outcome)).toEqual(['paid', 'failed'])
  const [[, seconds] = ['', 0]] = counted
  expect(seconds).toBeGreaterThan(0.02)
  expect(seconds).toBeLessThan(20)
})
