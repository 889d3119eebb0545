import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rotateTestimonials, TESTIMONIALS_NARROW, TESTIMONIALS_WIDE } from './testimonials.ts'

type Card = { id: number; reviewer: string }

function cards(reviewers: readonly string[]): Card[] {
  return reviewers.map((reviewer, id) => ({ id, reviewer }))
}

const distinct = cards(Array.from({ length: 30 }, (_, index) => `Reviewer ${index}`))
const anyDay = fc.integer({ min: 0, max: 5000 }).map(dayAfter)
const anyLayout = fc.constantFrom(TESTIMONIALS_WIDE, TESTIMONIALS_NARROW)
const anyCards = fc
  .array(fc.constantFrom('Ana P.', 'Ben', 'Cleo R.', 'Dov', 'Eva S.', 'Finn'), { maxLength: 30 })
  .map(cards)

function dayAfter(days: number): string {
  return new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)
}

function repeats(shown: readonly Card[], gap: number): number {
  return shown.filter(({ reviewer }, index) =>
    shown.slice(Math.max(0, index - gap + 1), index).some((before) => before.reviewer === reviewer),
  ).length
}

/** Returns true if the pool allows a row of this length with the gap, by brute force. */
function canBeKeptApart(pool: readonly Card[], length: number, gap: number): boolean {
  const left = new Map<string, number>()
  for (const { reviewer } of pool) left.set(reviewer, (left.get(reviewer) ?? 0) + 1)
  function extend(row: readonly string[]): boolean {
    if (row.length === length) return true
    const recent = new Set(row.slice(Math.max(0, row.length - gap + 1)))
    for (const [reviewer, count] of left) {
      if (count === 0 || recent.has(reviewer)) continue
      left.set(reviewer, count - 1)
      const isPossible = extend([...row, reviewer])
      left.set(reviewer, count)
      if (isPossible) return true
    }
    return false
  }
  return extend([])
}

test('chooses nine on a wide screen and six on a narrow one, from twice as many', () => {
  const wide = rotateTestimonials(distinct, { day: '2026-03-04', ...TESTIMONIALS_WIDE })
  expect(wide).toHaveLength(9)
  expect(Math.max(...wide.map(({ id }) => id))).toBeLessThan(18)
  const narrow = rotateTestimonials(distinct, { day: '2026-03-04', ...TESTIMONIALS_NARROW })
  expect(narrow).toHaveLength(6)
  expect(Math.max(...narrow.map(({ id }) => id))).toBeLessThan(12)
})

test('chooses other cards the next day', () => {
  expect(rotateTestimonials(distinct, { day: '2026-03-05', ...TESTIMONIALS_WIDE })).not.toEqual(
    rotateTestimonials(distinct, { day: '2026-03-04', ...TESTIMONIALS_WIDE }),
  )
})

test('shows all if there are few, and none if there are none', () => {
  expect(rotateTestimonials(distinct.slice(0, 4), { day: '2026-03-04', ...TESTIMONIALS_WIDE })).toHaveLength(4)
  expect(rotateTestimonials([], { day: '2026-03-04', ...TESTIMONIALS_WIDE })).toEqual([])
})

test('alternates three reviewers with three cards each', () => {
  const shown = rotateTestimonials(cards(['A', 'A', 'A', 'B', 'B', 'B', 'C', 'C', 'C']), {
    day: '2026-03-04',
    ...TESTIMONIALS_WIDE,
  })
  expect(repeats(shown, 3)).toBe(0)
})

test('has the same order all day for every visitor', () => {
  fc.assert(
    fc.property(anyCards, anyDay, anyLayout, (pool, day, layout) => {
      expect(rotateTestimonials(pool, { day, ...layout })).toEqual(rotateTestimonials(pool, { day, ...layout }))
    }),
    { seed: 465 },
  )
})

test('uses only the pool, no card twice, and as many as possible', () => {
  fc.assert(
    fc.property(anyCards, anyDay, anyLayout, (all, day, layout) => {
      const shown = rotateTestimonials(all, { day, ...layout })
      expect(shown).toHaveLength(Math.min(layout.count, all.length))
      expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length)
      for (const card of shown) expect(all.slice(0, 2 * layout.count)).toContain(card)
    }),
    { seed: 465 },
  )
})

test('avoids repeating a reviewer within the gap if possible', () => {
  fc.assert(
    fc.property(anyCards, anyDay, anyLayout, (all, day, { count, gap }) => {
      const shown = rotateTestimonials(all, { day, count, gap })
      const pool = all.slice(0, 2 * count)
      fc.pre(canBeKeptApart(pool, shown.length, gap))
      expect(repeats(shown, gap)).toBe(0)
    }),
    { seed: 465, numRuns: 500 },
  )
})

test('shows every review within a bounded number of days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 80 }), fc.nat(5000), anyLayout, fc.nat(6), (size, start, layout, names) => {
      const days = Math.ceil(size / Math.ceil(layout.count / 3))
      let waiting = cards(Array.from({ length: size }, (_, index) => `Reviewer ${index % (names + 1)}`))
      const seen = new Set<number>()
      for (let day = 0; day < days; day += 1) {
        const shown = rotateTestimonials(waiting, { day: dayAfter(start + day), ...layout })
        for (const { id } of shown) seen.add(id)
        waiting = [...waiting.filter((card) => !shown.includes(card)), ...shown]
      }
      expect(seen.size).toBe(size)
    }),
    { seed: 465 },
  )
})
