import type { Hono } from 'hono'
import { quoteRequest } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { type FunctionDeps, jsonFunction } from '#server/platform/http/json-function.ts'
import type { CheckoutService } from './checkout.service.ts'
import { checkoutField, invalidOrder } from './payment-input.ts'

/** A dialog calls it a few times per visitor; a code tried here counts as a try. */
const PER_ADDRESS = { count: 40, perMs: 60_000 }

export function quoteOrder({ checkout, ...parts }: FunctionDeps & { checkout: CheckoutService }): Hono {
  const { forApi } = parts.securityHeaders
  return jsonFunction(parts, {
    name: 'quote-order',
    perAddress: PER_ADDRESS,
    schema: quoteRequest,
    fieldOf: checkoutField,
    invalid: invalidOrder,
    failure: ({ message }) => ({ error: message }),
    failed: { message: MESSAGES.productsFailed },
    async run(request, c) {
      const answer = await checkout.quote(request)
      if ('quote' in answer) return c.json({ ...answer.quote, error: null }, 200, forApi)
      return c.json({ error: answer.message, problem: answer.problem }, answer.problem === 'gone' ? 409 : 422, forApi)
    },
  })
}
