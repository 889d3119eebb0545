import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderStatusResponse, PaymentResponse } from '#contract/checkout.ts'
import type { Told } from '../chaos/buyer.ts'
import type { TestEmulator } from '../square-emulator.ts'

export type Verdict = 'paid' | 'failed'

let buyers = 0

/**
 * A buyer who presses Pay once, keeps polling, and pays again with another card as soon as the shop reports a failure.
 */
export async function createFaultBuyer(square: TestEmulator) {
  buyers += 1
  const from = `10.9.${buyers >> 8}.${buyers & 255}`
  const order = {
    items: [{ productId: 'pure-bloom', quantity: 2, size: '1oz' }],
    customerInfo: { email: `faults${buyers}@example.com`, firstName: 'Ana', lastName: 'Prado', phone: null },
    shippingAddress: { line1: '1 Main St', line2: null, city: 'Provo', state: 'UT', zip: '84601', country: 'US' },
  }
  const told: Told[] = []

  async function openCheckout() {
    const checkoutId = randomUUID()
    const body = JSON.stringify({ ...order, sourceId: await square.tokenize() })
    const recorded = new Set<Verdict>()

    function record(verdict: Verdict, number: string | null): Verdict {
      if (!recorded.has(verdict)) told.push({ checkoutId, outcome: verdict, orderNumber: number, clicks: 1 })
      recorded.add(verdict)
      return verdict
    }

    return {
      checkoutId,
      /** Undefined if the outcome is not definite. */
      async pay(address: string): Promise<Verdict | undefined> {
        const answer = await post(`${address}/functions/v1/process-square-payment`, body, {
          'idempotency-key': checkoutId,
          'x-forwarded-for': from,
        })
        if (!answer) return undefined
        const payment = answer.body as PaymentResponse
        if (payment.success) return record('paid', payment.orderNumber)
        // As on the page: a server error without a reason is not an outcome.
        const isJudged = payment.problem !== undefined || answer.status < 500
        return isJudged && !payment.isPending ? record('failed', null) : undefined
      },
      async status(address: string): Promise<Verdict | 'pending' | 'none' | undefined> {
        const answer = await post(`${address}/functions/v1/order-status`, JSON.stringify({ checkoutId }), {
          'x-forwarded-for': from,
        })
        if (answer?.status !== 200) return undefined
        const { status, orderNumber } = answer.body as OrderStatusResponse
        return status === 'paid' || status === 'failed' ? record(status, orderNumber) : status
      },
    }
  }

  type Checkout = Awaited<ReturnType<typeof openCheckout>>

  /** Polls until the outcome is definite; if nothing is known, presses the same button again. */
  async function follow(checkout: Checkout, address: string, withinMs: number): Promise<Verdict | undefined> {
    const end = performance.now() + withinMs
    while (performance.now() < end) {
      const status = await checkout.status(address)
      if (status === 'paid' || status === 'failed') return status
      const again = status === 'none' ? await checkout.pay(address) : undefined
      if (again) return again
      await sleep(100)
    }
    return undefined
  }

  return { told, openCheckout, follow }
}

async function post(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(20_000),
    })
    return { status: response.status, body: await response.json() }
  } catch {
    return undefined
  }
}
