import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PROOF_ROUNDS } from '#domain/money/card-testing.ts'
import { solveProof } from '#web/checkout/solve-proof.ts'
import { createCheckoutTickets, TICKET_LIFE_MS } from './tickets.ts'

function setUp() {
  const clock = { now: Date.parse('2026-11-15T12:00:00Z') }
  return { clock, tickets: createCheckoutTickets('a key for tests', () => new Date(clock.now)) }
}

test('knows the age of a ticket and expires it after two hours', () => {
  const { clock, tickets } = setUp()
  const ticket = tickets.issue()
  expect(tickets.ageOf(ticket)).toBe(0)
  clock.now += 5000
  expect(tickets.ageOf(ticket)).toBe(5000)
  clock.now += TICKET_LIFE_MS - 5000
  expect(tickets.ageOf(ticket)).toBe(TICKET_LIFE_MS)
  clock.now += 1
  expect(tickets.ageOf(ticket)).toBeUndefined()
})

test('tolerates a clock skew of a minute, but not more', () => {
  const { clock, tickets } = setUp()
  const ticket = tickets.issue()
  clock.now -= 60_000
  expect(tickets.ageOf(ticket)).toBe(0)
  clock.now -= 1
  expect(tickets.ageOf(ticket)).toBeUndefined()
})

test('issues unique tickets', () => {
  const { tickets } = setUp()
  expect(new Set(Array.from({ length: 1000 }, () => tickets.issue())).size).toBe(1000)
})

test('rejects a ticket after any change', () => {
  const { tickets } = setUp()
  const ticket = tickets.issue()
  const elsewhere = createCheckoutTickets('another key', () => new Date('2026-11-15T12:00:00Z'))
  expect(elsewhere.ageOf(ticket)).toBeUndefined()
  for (let index = 0; index < ticket.length; index += 1) {
    const other = ticket[index] === '0' ? '1' : '0'
    expect(tickets.ageOf(ticket.slice(0, index) + other + ticket.slice(index + 1)), `at ${index}`).toBeUndefined()
  }
  fc.assert(fc.property(fc.string(), (text) => tickets.ageOf(text) === undefined))
})

test('accepts tickets of the key before, and signs with the new one', () => {
  const now = () => new Date('2026-11-15T12:00:00Z')
  const [before, after] = ['the key before', 'the key of today'] as const
  const rotated = createCheckoutTickets(after, now, before)
  expect(rotated.ageOf(createCheckoutTickets(before, now).issue())).toBe(0)
  expect(createCheckoutTickets(after, now).ageOf(rotated.issue())).toBe(0)
  expect(rotated.ageOf(createCheckoutTickets('a third key', now).issue())).toBeUndefined()
})

test('accepts a proof for its own ticket only', async () => {
  const { tickets } = setUp()
  const ticket = tickets.issue()
  const proof = await solveProof({ ticket, rounds: PROOF_ROUNDS, work: 256 })
  expect(tickets.provenWork(ticket, proof)).toBeGreaterThanOrEqual(256)
  expect(tickets.provenWork(tickets.issue(), proof)).toBeLessThan(256)
})

test('measures a proof by its weakest round', async () => {
  const { tickets } = setUp()
  const ticket = tickets.issue()
  const [, ...others] = (await solveProof({ ticket, rounds: PROOF_ROUNDS, work: 256 })).split('.')
  // By chance, one such number in 256 does the work.
  const unworked = ['00000001', '00000002', '00000003', '00000004'].map((first) => [first, ...others].join('.'))
  expect(Math.min(...unworked.map((proof) => tickets.provenWork(ticket, proof)))).toBeLessThan(256)
})

test.each([
  ['nothing', ''],
  ['too few rounds', Array.from({ length: PROOF_ROUNDS - 1 }, () => '00000000').join('.')],
  ['too many rounds', Array.from({ length: PROOF_ROUNDS + 1 }, () => '00000000').join('.')],
  ['other digits', Array.from({ length: PROOF_ROUNDS }, () => '0000000G').join('.')],
  ['a long text', 'x'.repeat(100_000)],
])('rejects %s as a proof', (_name, proof) => {
  const { tickets } = setUp()
  expect(tickets.provenWork(tickets.issue(), proof)).toBe(0)
})
