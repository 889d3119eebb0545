import { expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { cancelOrder, findOrder } from './order-requests.ts'

function answering(body: unknown, status = 200): typeof fetch {
  return async () => Response.json(body, { status })
}
const offline: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'))

test("returns the page's address for an order that is found", async () => {
  expect(await findOrder('BLM', 'a@b.co', answering({ orderPath: '/order/x', error: null }))).toEqual({
    ok: true,
    path: '/order/x',
  })
})

test('does not follow an address outside the shop', async () => {
  const elsewhere = answering({ orderPath: 'https://evil.example/', error: null })
  expect(await findOrder('BLM', 'a@b.co', elsewhere)).toMatchObject({ ok: false })
})

test("shows the shop's message for a refusal, and ours for a failure", async () => {
  const no = answering({ orderPath: null, error: MESSAGES.orderNotFound }, 404)
  expect(await findOrder('BLM', 'a@b.co', no)).toEqual({ ok: false, message: MESSAGES.orderNotFound })
  expect(await findOrder('BLM', 'a@b.co', offline)).toEqual({ ok: false, message: MESSAGES.orderLookupFailed })
})

test('cancels an order, or shows why not', async () => {
  expect(await cancelOrder('t', answering({ success: true, error: null }))).toEqual({ ok: true })
  const late = answering({ success: false, error: MESSAGES.orderNotCancellable }, 409)
  expect(await cancelOrder('t', late)).toEqual({ ok: false, message: MESSAGES.orderNotCancellable })
  expect(await cancelOrder('t', offline)).toEqual({ ok: false, message: MESSAGES.orderLookupFailed })
})
