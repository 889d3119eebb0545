import { expect, test } from 'vitest'
import { type Point, runFaults } from './faults/run-faults.ts'

/**
 * The steps that decide: the order is committed and its charge not sent; sent and not answered; held up in the network
 * until the order was closed. `npm run faults` does all of them.
 */
const ON_BOTH: Point[] = [
  { place: 'square', fault: 'hold', n: 3 },
  { place: 'square', fault: 'cut', n: 3 },
]
const DECISIVE: Record<'pglite' | 'postgres', Point[]> = {
  pglite: [...ON_BOTH, { place: 'square', fault: 'pause', n: 1 }],
  postgres: [
    ...ON_BOTH,
    { place: 'square', fault: 'pause', n: 1 },
    { place: 'square', fault: 'pause', n: 3 },
    { place: 'database', fault: 'pause', n: 30 },
  ],
}

test.each(['pglite', 'postgres'] as const)(
  'on %s, a shop that is paused or cut off in the middle of a checkout keeps no money it denied taking',
  { timeout: 900_000 },
  async (engine) => {
    const { breaches, missed, closed, returned } = await runFaults({ engine, points: DECISIVE[engine], say: () => {} })
    expect(breaches).toEqual([])
    expect(missed).toEqual([])
    // Otherwise nothing was tried: a charge was given up while it was on its way, and arrived later.
    expect(closed).toBeGreaterThan(0)
    expect(returned).toBeGreaterThan(0)
  },
)
