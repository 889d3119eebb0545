import { expect, test } from 'vitest'
import { balanceOf, type Entry, FLOWS, isMatch } from './money-balance.ts'

test('matches what both sides have, and keeps the rest open until it is explained', () => {
  const stray = { flow: 'payments', shopCents: undefined, providerCents: 5353 } as const
  const matched = { flow: 'payments', shopCents: 6357, providerCents: 6357 } as const
  const unpaid = { flow: 'refunds', shopCents: 300, providerCents: undefined } as const
  expect(balanceOf([matched, stray, unpaid])).toEqual({
    shop: { payments: { count: 1, cents: 6357 }, refunds: { count: 1, cents: 300 } },
    provider: { payments: { count: 2, cents: 11_710 }, refunds: { count: 0, cents: 0 } },
    matched: { payments: { count: 1, cents: 6357 }, refunds: { count: 0, cents: 0 } },
    explained: { payments: 0, refunds: 0 },
    open: { payments: -5353, refunds: 300 },
  })
  expect(balanceOf([matched, { ...stray, isExplained: true }])).toMatchObject({
    explained: { payments: -5353 },
    open: { payments: 0 },
  })
})

/** Seeded random numbers. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('explained and open differences add up to the exact gap between the sides, for any entries', () => {
  const random = sequence(14)
  const cents = () => (random() < 0.3 ? undefined : Math.floor(random() * 4) * 1000 + 1)
  for (let run = 0; run < 500; run += 1) {
    const entries = Array.from({ length: Math.floor(random() * 12) }, () => {
      const entry: Entry = { flow: random() < 0.5 ? 'payments' : 'refunds', shopCents: cents(), providerCents: cents() }
      return { ...entry, isExplained: random() < 0.3 }
    })
    const { shop, provider, explained, open, matched } = balanceOf(entries)
    for (const flow of FLOWS) {
      expect(shop[flow].cents - provider[flow].cents).toBe(explained[flow] + open[flow])
      const same = entries.filter((entry) => entry.flow === flow && isMatch(entry))
      expect(matched[flow].count).toBe(same.length)
      expect(matched[flow].cents).toBe(same.reduce((sum, { shopCents = 0 }) => sum + shopCents, 0))
    }
  }
})
