import { expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { cancelOrder, findOrder } from './order-requests.ts'

function answering(body: unknown, status = 200): typeof fetch {
  return async () => Response.json(body, { status })
}
const offline: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'))

test('an order that is found brings the address of its page', async () => {
  expect(await findOrder('BLM', 'a@b.co', answering({ orderPath: '/order/x', error: null }))).toEqual({
    ok: true,
    path: '/order/x',
  })
})

test('an address outside the shop is not followed', async () => {
  const elsewhere = answering({ orderPath: 'https://evil.example/', error: null })
  expect(await findOrder('BLM', 'a@b.co', elsewhere)).toMatchObject({ ok: false })
})

test('a no is said in the words of the shop, a failure in ours', async () => {
  const no = answering({ orderPath: null, error: MESSAGES.orderNotFound }, 404)
  expect(await findOrder('BLM', 'a@b.co', no)).toEqual({ ok: false, message: MESSAGES.orderNotFound })
  expect(await findOrder('BLM', 'a@b.co', offline)).toEqual({ ok: false, message: MESSAGES.orderLookupFailed })
})

test('an order is cancelled, or the shop says why not', async () => {
  expect(await cancelOrder('t', answering({ success: true, error: null }))).toEqual({ ok: true })
  const late = answering({ success: false, error: MESSAGES.orderNotCancellable }, 409)
  expect(await cancelOrder('t', late)).toEqual({ ok: false, message: MESSAGES.orderNotCancellable })
  expect(await cancelOrder('t', offline)).toEqual({ ok: false, message: MESSAGES.orderLookupFailed })
})
