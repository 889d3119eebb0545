import type { BalancePayment } from '#contract/balance.ts'
import {
  orderStatusResponse,
  type PaymentProblem,
  type PaymentRequest,
  type PaymentResponse,
  paymentResponse,
  PROOF_HEADER,
  TICKET_HEADER,
} from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import type { Challenge } from '#domain/money/proof-of-work.ts'
import { paths } from '#web/paths.ts'
import { type Answer, postJson } from '#web/post-json.ts'
import { checkoutTicket } from './checkout-ticket.ts'
import type { PaymentOutcome } from './payment-state.ts'
import { solveProof } from './solve-proof.ts'

/** Longer than the shop itself waits for the provider. */
const PAY_TIMEOUT_MS = 40_000
const ASK_TIMEOUT_MS = 10_000
/** The waits double: 1 s, 2 s, 4 s, 8 s, then every 10 s. */
const MAX_WAIT_MS = 10_000
/** Covers a stale ticket, a proof, and a growing wave; more retries wouldn't help. */
const MAX_CHALLENGES = 4
/** An order was created and then failed: the ticket is used up. */
const ENDS_TICKET = new Set<PaymentProblem>(['declined', 'card-again', 'unavailable'])

export function payOrder(request: PaymentRequest, checkoutId: string, send?: typeof fetch): Promise<PaymentOutcome> {
  return sendPayment(paths.processPayment(), request, checkoutId, send)
}

/** Pays a request made after an order was bought. */
export function payBalance(request: BalancePayment, checkoutId: string, send?: typeof fetch): Promise<PaymentOutcome> {
  return sendPayment(paths.payBalance(), request, checkoutId, send)
}

/** Sends the payment. If the shop requires a proof of work, computes it and sends the payment again. */
async function sendPayment(
  path: string,
  request: PaymentRequest | BalancePayment,
  checkoutId: string,
  send: typeof fetch | undefined,
): Promise<PaymentOutcome> {
  let proof: string | undefined
  for (let challenges = 0; ; challenges += 1) {
    const ticket = checkoutTicket.current
    const answer = await postJson(path, request, {
      headers: {
        'idempotency-key': checkoutId,
        ...(ticket && { [TICKET_HEADER]: ticket }),
        ...(proof && { [PROOF_HEADER]: proof }),
      },
      timeoutMs: PAY_TIMEOUT_MS,
      send,
    })
    const challenge = readChallenge(answer)
    if (!challenge || challenges === MAX_CHALLENGES) {
      const outcome = readPaymentAnswer(answer)
      if (outcome.kind === 'failed' && outcome.problem && ENDS_TICKET.has(outcome.problem))
        void checkoutTicket.renew(send)
      return outcome
    }
    checkoutTicket.keep(challenge.ticket)
    proof = challenge.work > 0 ? await solveProof(challenge) : undefined
  }
}

function readChallenge(answer: Answer | undefined): Challenge | undefined {
  const { problem, challenge }: Partial<PaymentResponse> = paymentResponse.safeParse(answer?.body).data ?? {}
  return problem === 'proof' ? challenge : undefined
}

export async function askOrderStatus(checkoutId: string, send?: typeof fetch): Promise<PaymentOutcome> {
  const answer = await postJson(paths.orderStatus(), { checkoutId }, { timeoutMs: ASK_TIMEOUT_MS, send })
  return readStatusAnswer(answer)
}

/** How long to wait before asking for the nth time. */
export function waitBeforeAsking(times: number): number {
  return Math.min(1000 * 2 ** times, MAX_WAIT_MS)
}

export function readPaymentAnswer(answer: Answer | undefined): PaymentOutcome {
  if (!answer) return { kind: 'unknown' }
  const parsed = paymentResponse.safeParse(answer.body)
  const { success, orderNumber, orderPath, isPending, error, problem, field, quote }: Partial<PaymentResponse> =
    parsed.data ?? {}
  if (success) return { kind: 'paid', order: { number: orderNumber ?? '', path: orderPath ?? paths.order() } }
  if (isPending) return { kind: 'pending' }
  // The shop has another request under this id. It's ours, so the shop can say what its outcome was.
  if (problem === 'reused') return { kind: 'unknown' }
  // If the shop failed midway, or the response isn't the shop's, it says nothing about the money.
  const isJudged = problem !== undefined
  const isRefused = answer.status >= 400 && answer.status < 500
  if (!isJudged && !isRefused && !(parsed.success && answer.status === 200)) return { kind: 'unknown' }
  return {
    kind: 'failed',
    message: error ?? (parsed.success ? MESSAGES.paymentFailedPlain : MESSAGES.paymentFailed),
    isFinal: isJudged,
    ...(problem && { problem }),
    ...(field && { field }),
    ...(quote && { quote }),
  }
}

export function readStatusAnswer(answer: Answer | undefined): PaymentOutcome {
  const parsed = orderStatusResponse.safeParse(answer?.body)
  if (!answer || answer.status >= 400 || !parsed.success) return { kind: 'unknown' }
  const { status, orderNumber, orderPath, error } = parsed.data
  switch (status) {
    case 'none':
      return { kind: 'none' }
    case 'pending':
      return { kind: 'pending' }
    case 'failed':
      return { kind: 'failed', message: error ?? MESSAGES.paymentFailed, isFinal: true }
    case 'paid':
      return { kind: 'paid', order: { number: orderNumber ?? '', path: orderPath ?? paths.order() } }
  }
}
