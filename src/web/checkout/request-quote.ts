import type * as z from 'zod/mini'
import {
  type PaymentProblem,
  plainRefusal,
  type Quote,
  quote as quoteSchema,
  type QuoteRequest,
} from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { paths } from '#web/paths.ts'
import { postJson } from '#web/post-json.ts'

export type QuoteOutcome =
  | { ok: true; quote: Quote }
  /** If there's a problem, the cart can't be bought as is; if not, the shop couldn't be reached. */
  | { ok: false; message: string; problem?: PaymentProblem }

const TIMEOUT_MS = 10_000

/** What the shop would charge for this. */
export async function requestQuote(request: QuoteRequest, send?: typeof fetch): Promise<QuoteOutcome> {
  const answer = await postJson(paths.quoteOrder(), request, { timeoutMs: TIMEOUT_MS, send })
  const quoted = quoteSchema.safeParse(answer?.body)
  if (answer?.status === 200 && quoted.success) return { ok: true, quote: quoted.data }
  const { error, problem }: Partial<z.infer<typeof plainRefusal>> = plainRefusal.safeParse(answer?.body).data ?? {}
  return { ok: false, message: error ?? MESSAGES.paymentFailed, ...(problem && { problem }) }
}
