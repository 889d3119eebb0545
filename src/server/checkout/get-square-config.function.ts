import { Hono } from 'hono'
import type { SquareConfig } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import type { FunctionParts } from '#server/platform/http/json-function.ts'
import { methodNotAllowed } from '#server/platform/http/method-not-allowed.ts'
import { throttle } from '#server/platform/http/throttle.ts'
import type { CheckoutTickets } from './tickets.ts'

const PER_ADDRESS = { count: 60, perMs: 60_000 }

/** What the card form needs to know, and a ticket for the payment to come; there is nothing to send. */
export function getSquareConfig({
  config,
  tickets,
  securityHeaders,
  limits,
  trustedProxies,
}: FunctionParts & { config: Omit<SquareConfig, 'ticket'>; tickets: CheckoutTickets }): Hono {
  const { forApi } = securityHeaders
  const app = new Hono()
  app.post(
    '/',
    throttle({
      name: 'get-square-config',
      perAddress: PER_ADDRESS,
      limits,
      trustedProxies,
      refuse: (c, seconds) =>
        c.json({ error: MESSAGES.tooManyRequests }, 429, { ...forApi, 'retry-after': String(seconds) }),
    }),
    (c) => c.json({ ...config, ticket: tickets.issue() } satisfies SquareConfig, 200, forApi),
  )
  app.all('/', methodNotAllowed(securityHeaders, 'POST'))
  return app
}
