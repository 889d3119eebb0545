import type { Hono } from 'hono'
import type { SquareConfig } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { type FunctionDeps, jsonFunction, noBody } from '#server/platform/http/json-function.ts'
import type { CheckoutTickets } from './tickets.ts'

const PER_ADDRESS = { count: 60, perMs: 60_000 }

/** What the card form needs to know, and a ticket for the payment; has no request body. */
export function getSquareConfig({
  config,
  tickets,
  ...parts
}: FunctionDeps & { config: Omit<SquareConfig, 'ticket'>; tickets: CheckoutTickets }): Hono {
  return jsonFunction(parts, {
    name: 'get-square-config',
    perAddress: PER_ADDRESS,
    schema: noBody,
    failure: ({ message }) => ({ error: message }),
    failed: { message: MESSAGES.configFailed },
    run: async (_, c) =>
      c.json({ ...config, ticket: tickets.issue() } satisfies SquareConfig, 200, parts.securityHeaders.forApi),
  })
}
