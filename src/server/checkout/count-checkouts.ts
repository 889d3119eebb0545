import type { MiddlewareHandler } from 'hono'
import type { PaymentResponse } from '#contract/checkout.ts'

/** The result of pressing Pay. `refused`: the order is invalid as sent; `failed`: it's our fault. */
export type CheckoutOutcome = 'paid' | 'declined' | 'refused' | 'pending' | 'failed'

export function checkoutOutcome(status: number, { success, isPending }: Partial<PaymentResponse>): CheckoutOutcome {
  if (success) return 'paid'
  if (isPending) return 'pending'
  if (status >= 500) return 'failed'
  return status === 402 ? 'declined' : 'refused'
}

/** Counts every response of a payment function, including those that never reached the checkout. */
export function countCheckouts(count: (outcome: CheckoutOutcome, seconds: number) => void): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now()
    await next()
    if (c.req.method !== 'POST') return
    const body = (await c.res
      .clone()
      .json()
      .catch(() => ({}))) as Partial<PaymentResponse>
    count(checkoutOutcome(c.res.status, body), (performance.now() - start) / 1000)
  }
}
