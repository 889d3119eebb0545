import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { TICKET_HEADER } from '#contract/checkout.ts'
import { limitTickets } from './limit-tickets.ts'
import { createCheckoutTickets, TICKET_LIFE_MS } from './tickets.ts'

const KEY = 'the key of this test, long enough'

test('knows only tickets that the shop issued and that are still good', async () => {
  const clock = { now: Date.UTC(2030, 0, 1) }
  const now = () => new Date(clock.now)
  const tickets = createCheckoutTickets(KEY, now)
  const { ticketOf } = limitTickets(tickets)
  const app = new Hono().get('/', (c) => c.json(ticketOf(c) ?? 'none'))
  const ask = async (ticket?: string) =>
    (await app.request('/', { headers: ticket ? { [TICKET_HEADER]: ticket } : {} })).json()
  const ticket = tickets.issue()
  expect(await ask(ticket)).toBe(ticket)
  expect(await ask()).toBe('none')
  expect(await ask(createCheckoutTickets('some other key, long enough', now).issue())).toBe('none')
  clock.now += TICKET_LIFE_MS + 1
  expect(await ask(ticket)).toBe('none')
})
