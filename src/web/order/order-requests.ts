import { errorIn } from '#contract/form.ts'
import type { CancelOrderResponse, FindOrderResponse } from '#contract/order-requests.ts'
import { PART_MESSAGES } from '#contract/part-messages.ts'
import { paths } from '#web/paths.ts'
import { postJson } from '#web/post-json.ts'

export type FindResult = { ok: true; path: string } | { ok: false; message: string }
export type CancelResult = { ok: true } | { ok: false; message: string }

export async function findOrder(orderNumber: string, email: string, send?: typeof fetch): Promise<FindResult> {
  const answer = await postJson(paths.findOrder(), { orderNumber, email }, { send })
  const { orderPath } = (answer?.body ?? {}) as Partial<FindOrderResponse>
  return orderPath?.startsWith('/') ? { ok: true, path: orderPath } : { ok: false, message: messageIn(answer?.body) }
}

export async function cancelOrder(token: string, send?: typeof fetch): Promise<CancelResult> {
  const answer = await postJson(paths.cancelOrder(), { token }, { send })
  const { success } = (answer?.body ?? {}) as Partial<CancelOrderResponse>
  return success === true ? { ok: true } : { ok: false, message: messageIn(answer?.body) }
}

function messageIn(body: unknown): string {
  return errorIn(body)?.message ?? PART_MESSAGES.orderLookupFailed
}
