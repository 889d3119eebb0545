import {
  paymentResponse,
  type PaymentProblem,
  type Quote,
  quote as quoteSchema,
  type QuoteRequest,
} from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { paths } from '#web/paths.ts'
import { postJson } from './post-json.ts'

export type QuoteOutcome =
  | { ok: true; quote: Quote }
  | { ok: false; message: string; problem?: PaymentProblem; isRefused: boolean }

const TIMEOUT_MS = 10_000

/** What the shop would charge for this. */
export async function requestQuote(request: QuoteRequest, send?: typeof fetch): Promise<QuoteOutcome> {
  const answer = await postJson(paths.quoteOrder(), request, { timeoutMs: TIMEOUT_MS, ...(send && { send }) })
  const parsed = quoteSchema.safeParse(answer?.body)
  if (answer?.status === 200 && parsed.success) return { ok: true, quote: parsed.data }
  const refusal = paymentResponse.safeParse(answer?.body).data
  return {
    ok: false,
    message: refusal?.error ?? MESSAGES.paymentFailed,
    ...(refusal?.problem && { problem: refusal.problem }),
    isRefused: refusal !== undefined,
  }
}
