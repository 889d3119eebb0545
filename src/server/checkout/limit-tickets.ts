import { TICKET_HEADER } from '#contract/checkout.ts'
import type { TicketLimit } from '#server/platform/http/throttle.ts'
import { type CheckoutTickets, TICKET_LIFE_MS } from './tickets.ts'

/** Two payments with all the challenges that the page answers. */
const REQUESTS = 10

/** Strangers can use up the limit of an address that a buyer shares, but not the buyer's own ticket. */
export function limitTickets(tickets: CheckoutTickets): TicketLimit {
  return {
    count: REQUESTS,
    perMs: TICKET_LIFE_MS,
    ticketOf(c) {
      const ticket = c.req.header(TICKET_HEADER)
      return ticket !== undefined && tickets.ageOf(ticket) !== undefined ? ticket : undefined
    },
  }
}
