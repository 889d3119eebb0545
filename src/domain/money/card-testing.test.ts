import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Failures, judgeTry, type Sender, WAVE_FAILURES } from './card-testing.ts'

const NONE: Failures = { free: 0, proven: 0, suspect: 0, client: 0, card: 0, network: 0, person: 0 }
const WAVE = { free: WAVE_FAILURES }
const BUYER: Sender = { ticketAgeMs: 60_000, provenWork: 0, isIpv6: false }
const BASE = 8192

function judge(failures: Partial<Failures>, sender: Partial<Sender> = {}) {
  return judgeTry({ ...NONE, ...failures }, { ...BUYER, ...sender }, BASE)
}

test('requires nothing, not even a ticket, while it is quiet', () => {
  expect(judge({})).toEqual({ kind: 'admit', lane: 'free' })
  expect(judge({}, { ticketAgeMs: undefined })).toEqual({ kind: 'admit', lane: 'free' })
  expect(judge({ free: 29 })).toEqual({ kind: 'admit', lane: 'free' })
  expect(judge({ free: 10, proven: 10, suspect: 9, client: 4, card: 4, person: 4, network: 19 })).toEqual({
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

test('requires work from an address with many failures even when quiet, and refuses it after ten', () => {
  expect(judge({ client: 5 })).toEqual({ kind: 'prove', work: BASE * 8 })
  expect(judge({ client: 5 }, { provenWork: BASE * 8 })).toEqual({ kind: 'admit', lane: 'suspect' })
  expect(judge({ card: 5 }, { provenWork: BASE * 8 })).toEqual({ kind: 'admit', lane: 'suspect' })
  expect(judge({ client: 10 }, { provenWork: 2 ** 30 })).toEqual({ kind: 'refuse' })
  expect(judge({ card: 10 }, { provenWork: 2 ** 30 })).toEqual({ kind: 'refuse' })
})

test('makes addresses that failed twice share a budget in a wave, but not their neighbors or email address', () => {
  const worked = { provenWork: 2 ** 30 }
  expect(judge({ ...WAVE, client: 1 }, worked)).toEqual({ kind: 'admit', lane: 'proven' })
  expect(judge({ ...WAVE, client: 2, suspect: 39 }, worked)).toEqual({ kind: 'admit', lane: 'suspect' })
  expect(judge({ ...WAVE, client: 2, suspect: 40 }, worked)).toEqual({ kind: 'refuse' })
  expect(judge({ ...WAVE, network: 1000, person: 1000, suspect: 40 }, worked)).toEqual({
    kind: 'admit',
    lane: 'proven',
  })
})

test('treats an IPv6 /48 with ten failures as one suspect, however many addresses it has', () => {
  const worked = { provenWork: 2 ** 30, isIpv6: true }
  expect(judge({ ...WAVE, network: 9 }, worked)).toEqual({ kind: 'admit', lane: 'proven' })
  expect(judge({ ...WAVE, network: 10 }, worked)).toEqual({ kind: 'admit', lane: 'suspect' })
  expect(judge({ ...WAVE, network: 10, suspect: 40 }, worked)).toEqual({ kind: 'refuse' })
})

test('never refuses an address without failures, whatever strangers do', () => {
  const failures = fc.record({
    free: fc.nat(10_000),
    proven: fc.nat(10_000),
    suspect: fc.nat(10_000),
    client: fc.nat(1),
    card: fc.nat(4),
    network: fc.nat(10_000),
    person: fc.nat(10_000),
  })
  fc.assert(
    fc.property(failures, fc.option(fc.nat(), { nil: undefined }), (counts, ticketAgeMs) => {
      const verdict = judge(counts, { ticketAgeMs })
      expect(verdict.kind).not.toBe('refuse')
      if (verdict.kind !== 'prove') return
      expect(verdict.work).toBeLessThanOrEqual(BASE * 32)
      expect(judge(counts, { ticketAgeMs, provenWork: verdict.work }).kind).toBe('admit')
    }),
  )
})
