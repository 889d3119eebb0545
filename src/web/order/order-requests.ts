import { MESSAGES } from '#contract/messages.ts'
import type { CancelOrderResponse, FindOrderResponse } from '#contract/order-view.ts'
import { paths } from '#web/paths.ts'

export type FindResult = { ok: true; path: string } | { ok: false; message: string }
export type CancelResult = { ok: true } | { ok: false; message: string }

export async function findOrder(orderNumber: string, email: string, send: typeof fetch = fetch): Promise<FindResult> {
  const answer = await post<FindOrderResponse>(paths.findOrder(), { orderNumber, email }, send)
  if (answer?.orderPath?.startsWith('/')) return { ok: true, path: answer.orderPath }
  return { ok: false, message: answer?.error ?? MESSAGES.orderLookupFailed }
}

export async function cancelOrder(token: string, send: typeof fetch = fetch): Promise<CancelResult> {
  const answer = await post<CancelOrderResponse>(paths.cancelOrder(), { token }, send)
  return answer?.success === true ? { ok: true } : { ok: false, message: answer?.error ?? MESSAGES.orderLookupFailed }
}

async function post<T>(path: string, body: unknown, send: typeof fetch): Promise<Partial<T> | undefined> {
  try {
    const response = await send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return await response.json()
  } catch {
    // Offline or cut off: both callers have a sentence for that.
    return undefined
  }
}
