import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Failures,
  judgeTry,
  MAX_CARDS_OF_ADDRESS,
  MAX_CARDS_OF_NETWORK,
  type Sender,
  WAVE_FAILURES,
} from './card-testing.ts'

const NONE: Failures = {
  free: 0,
  proven: 0,
  suspect: 0,
  client: 0,
  clientDeclined: 0,
  clientCards: 0,
  card: 0,
  network: 0,
  networkCards: 0,
  person: 0,
}
const WAVE = { free: WAVE_FAILURES }
const BUYER: Sender = { ticketAgeMs: 60_000, provenWork: 0, isIpv6: false }
const BASE = 8192

/** Declines of cards that exist, from the sender's address. */
const cardsOf = (count: number) => ({ client: count, clientDeclined: count, clientCards: count })

function judge(failures: Partial<Failures>, sender: Partial<Sender> = {}) {
  return judgeTry({ ...NONE, ...failures }, { ...BUYER, ...sender }, BASE)
}

test('requires nothing, not even a ticket, while it is quiet', () => {
  expect(judge({})).toEqual({ kind: 'admit', lane: 'free' })
  expect(judge({}, { ticketAgeMs: undefined })).toEqual({ kind: 'admit', lane: 'free' })
  expect(judge({ free: 29 })).toEqual({ kind: 'admit', lane: 'free' })
  expect(judge({ free: 10, proven: 10, suspect: 9, ...cardsOf(4), card: 4, person: 4, network: 19 })).toEqual({
    kind: 'admit',
    lane: 'free',
  })
})

test.each([{ free: 30 }, { proven: 30 }, { suspect: 30 }, { free: 10, proven: 10, suspect: 10 }])(
  'treats thirty failures within the hour as a wave: %j',
  (failures) => {
    expect(judge(failures).kind).toBe('prove')
  },
)

test('lets a buyer with the base work pay during a wave, however many others fail', () => {
  expect(judge(WAVE)).toEqual({ kind: 'prove', work: BASE })
  expect(judge(WAVE, { provenWork: BASE })).toEqual({ kind: 'admit', lane: 'proven' })
  expect(judge({ free: 1_000_000, suspect: 1_000_000 }, { provenWork: BASE })).toEqual({
    kind: 'admit',
    lane: 'proven',
  })
})

test('accepts half the work, but not less', () => {
  expect(judge(WAVE, { provenWork: BASE / 2 }).kind).toBe('admit')
  expect(judge(WAVE, { provenWork: BASE / 2 - 1 })).toEqual({ kind: 'prove', work: BASE })
})

test.each<[string, Partial<Failures>, Partial<Sender>, number]>([
  ['a ticket fetched a moment ago', {}, { ticketAgeMs: 2999 }, 2],
  ['a ticket that a person may have typed with', {}, { ticketAgeMs: 3000 }, 1],
  ['no ticket', {}, { ticketAgeMs: undefined }, 2],
  ['a failure of the same address', { client: 1 }, {}, 2],
  ['a neighborhood with four failures', { network: 4 }, {}, 2],
  ['a neighborhood with many', { network: 100 }, {}, 8],
  ['an email that was declined often', { person: 5 }, {}, 2],
  ['a wave of senders that do the work', { proven: 20 }, {}, 2],
  ['a large one', { proven: 60 }, {}, 8],
  ['everything at once', { proven: 1000, client: 9, network: 1000, person: 1000 }, { ticketAgeMs: 0 }, 32],
])('scales the work for %s', (_name, failures, sender, factor) => {
  expect(judge({ ...WAVE, ...failures }, sender)).toEqual({ kind: 'prove', work: BASE * factor })
})

test('requires work from an address with many failures even when quiet', () => {
  expect(judge({ client: 5 })).toEqual({ kind: 'prove', work: BASE * 8 })
  expect(judge({ client: 5, clientDeclined: 5 }, { provenWork: BASE * 8 })).toEqual({ kind: 'admit', lane: 'suspect' })
  expect(judge({ card: 5 }, { provenWork: BASE * 8 })).toEqual({ kind: 'admit', lane: 'suspect' })
})

test.each<[string, Partial<Failures>]>([
  ['ten declined cards of an address', cardsOf(10)],
  ['ten declines of one of its cards', { ...cardsOf(1), card: 10 }],
  ['the end of the budget of all suspects', { ...WAVE, ...cardsOf(2), suspect: 40 }],
])('requires the hardest work after %s, and lets a buyer there pay', (_what, failures) => {
  expect(judge(failures)).toEqual({ kind: 'prove', work: BASE * 64 })
  expect(judge(failures, { provenWork: BASE * 64 })).toEqual({ kind: 'admit', lane: 'suspect' })
})

test('refuses an address only after thirty declines of cards that exist', () => {
  expect(MAX_CARDS_OF_ADDRESS).toBe(30)
  expect(judge(cardsOf(29), { provenWork: BASE * 64 })).toEqual({ kind: 'admit', lane: 'suspect' })
  expect(judge(cardsOf(30), { provenWork: 2 ** 30 })).toEqual({ kind: 'refuse' })
})

test('requires no hardest work for attempts that are open, as when the provider is down', () => {
  expect(judge({ ...WAVE, client: 100 })).toEqual({ kind: 'prove', work: BASE * 8 })
  expect(judge({ ...WAVE, client: 100, suspect: 40 }, { provenWork: BASE * 8 })).toEqual({
    kind: 'admit',
    lane: 'proven',
  })
})

test('makes addresses that failed twice share a budget in a wave, but not their neighbors or email address', () => {
  const worked = { provenWork: BASE * 16 }
  expect(judge({ ...WAVE, ...cardsOf(1) }, worked)).toEqual({ kind: 'admit', lane: 'proven' })
  expect(judge({ ...WAVE, ...cardsOf(2), suspect: 39 }, worked)).toEqual({ kind: 'admit', lane: 'suspect' })
  expect(judge({ ...WAVE, ...cardsOf(2), suspect: 40 }, worked).kind).toBe('prove')
  expect(judge({ ...WAVE, network: 1000, person: 1000, suspect: 40 }, worked)).toEqual({
    kind: 'admit',
    lane: 'proven',
  })
})

test('treats an IPv6 /48 with ten failures as one suspect, however many addresses it has', () => {
  const worked = { provenWork: BASE * 16, isIpv6: true }
  expect(judge({ ...WAVE, network: 9 }, worked)).toEqual({ kind: 'admit', lane: 'proven' })
  expect(judge({ ...WAVE, network: 10 }, worked)).toEqual({ kind: 'admit', lane: 'suspect' })
  expect(judge({ ...WAVE, network: 10, suspect: 40 }, worked)).toEqual({ kind: 'prove', work: BASE * 64 })
})

test('refuses an IPv6 /48 after 120 declines of cards that exist, but no IPv4 /24', () => {
  expect(MAX_CARDS_OF_NETWORK).toBe(120)
  const failures = { ...WAVE, network: 1000, networkCards: 120 }
  expect(judge(failures, { provenWork: 2 ** 30, isIpv6: true })).toEqual({ kind: 'refuse' })
  expect(judge({ ...failures, networkCards: 119 }, { provenWork: 2 ** 30, isIpv6: true }).kind).toBe('admit')
  expect(judge(failures, { provenWork: 2 ** 30 })).toEqual({ kind: 'admit', lane: 'proven' })
})

test('never refuses an address for anything but its declined cards, and always accepts the work it requires', () => {
  const failures = fc.record({
    free: fc.nat(10_000),
    proven: fc.nat(10_000),
    suspect: fc.nat(10_000),
    client: fc.nat(10_000),
    clientDeclined: fc.nat(10_000),
    clientCards: fc.nat(MAX_CARDS_OF_ADDRESS - 1),
    card: fc.nat(10_000),
    network: fc.nat(10_000),
    networkCards: fc.nat(MAX_CARDS_OF_NETWORK - 1),
    person: fc.nat(10_000),
  })
  const senders = fc.record({ ticketAgeMs: fc.option(fc.nat(), { nil: undefined }), isIpv6: fc.boolean() })
  fc.assert(
    fc.property(failures, senders, (counts, sender) => {
      const verdict = judge(counts, sender)
      expect(verdict.kind).not.toBe('refuse')
      if (verdict.kind !== 'prove') return
      expect(verdict.work).toBeLessThanOrEqual(BASE * 64)
      expect(judge(counts, { ...sender, provenWork: verdict.work }).kind).toBe('admit')
    }),
  )
})
