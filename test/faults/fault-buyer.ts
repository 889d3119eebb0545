import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderStatusResponse, PaymentResponse } from '#contract/checkout.ts'
import type { Told } from '../chaos/buyer.ts'
import type { TestEmulator } from '../square-emulator.ts'

export type Verdict = 'paid' | 'failed'

/** One press of Pay, with one card. */
export type FaultPayment = {
  checkoutId: string
  /** Undefined if the outcome is not definite. */
  pay: (address: string) => Promise<Verdict | undefined>
  status: (address: string) => Promise<Verdict | 'pending' | 'none' | undefined>
}

export type FaultBuyer = { told: Told[]; openPayment: () => Promise<FaultPayment> }

let buyers = 0

/** Counts each outcome of a payment once. */
export function createRecord(told: Told[], checkoutId: string) {
  const recorded = new Set<Verdict>()
  return (verdict: Verdict, number: string | null): Verdict => {
    if (!recorded.has(verdict)) told.push({ checkoutId, outcome: verdict, orderNumber: number, clicks: 1 })
    recorded.add(verdict)
    return verdict
  }
}

/** As on the page: a server error without a reason is not an outcome. */
export function readAnswer(answer: Answer | undefined): Verdict | 'pending' | undefined {
  if (!answer) return undefined
  const { success, problem, isPending } = answer.body as PaymentResponse
  if (success) return 'paid'
  if (isPending) return 'pending'
  return problem !== undefined || answer.status < 500 ? 'failed' : undefined
}

/**
 * A buyer who presses Pay once, keeps polling, and pays again with another card as soon as the shop reports a failure.
 */
export function createFaultBuyer(square: TestEmulator): FaultBuyer {
  buyers += 1
  const from = `10.9.${buyers >> 8}.${buyers & 255}`
  const order = {
    items: [{ productId: 'pure-bloom', quantity: 2, size: '1oz' }],
    customerInfo: { email: `faults${buyers}@example.com`, firstName: 'Ana', lastName: 'Prado', phone: null },
    shippingAddress: { line1: '1 Main St', line2: null, city: 'Provo', state: 'UT', zip: '84601', country: 'US' },
  }
  const told: Told[] = []

  async function openPayment(): Promise<FaultPayment> {
    const checkoutId = randomUUID()
    const body = JSON.stringify({ ...order, sourceId: await square.tokenize() })
    const record = createRecord(told, checkoutId)
    return {
      checkoutId,
      async pay(address) {
        const answer = await post(`${address}/functions/v1/process-square-payment`, body, {
          'idempotency-key': checkoutId,
          'x-forwarded-for': from,
        })
        const verdict = readAnswer(answer)
        if (verdict === undefined || verdict === 'pending') return undefined
        const payment = answer?.body as PaymentResponse | undefined
        return record(verdict, (verdict === 'paid' && payment?.orderNumber) || null)
      },
      async status(address) {
        const answer = await post(`${address}/functions/v1/order-status`, JSON.stringify({ checkoutId }), {
          'x-forwarded-for': from,
        })
        if (answer?.status !== 200) return undefined
        const { status, orderNumber } = answer.body as OrderStatusResponse
        return status === 'paid' || status === 'failed' ? record(status, orderNumber) : status
      },
    }
  }

  return { told, openPayment }
}

/** Polls until the outcome is definite; if nothing is known, presses the same button again. */
export async function follow(payment: FaultPayment, address: string, withinMs: number): Promise<Verdict | undefined> {
  const end = performance.now() + withinMs
  while (performance.now() < end) {
    const status = await payment.status(address)
    if (status === 'paid' || status === 'failed') return status
    const again = status === 'none' ? await payment.pay(address) : undefined
    if (again) return again
    await sleep(100)
  }
  return undefined
}

type Answer = { status: number; body: unknown }

export async function post(
  url: string,
  body: string,
  headers: Record<string, string>,
  timeoutMs = 20_000,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: await response.json() }
  } catch {
    return undefined
  }
}
