import { expect, test } from 'vitest'
import { areWithin, type CountedOrder, countItems, hasAny, minus } from './item-counts.ts'

const LINES = [
  { position: 1, quantity: 3, refunded: 0 },
  { position: 2, quantity: 1, refunded: 0 },
]

function counts(change: Partial<CountedOrder>) {
  const order = { lines: LINES, shipped: [], hasShipped: false, returned: [], refundedReturns: [], ...change }
  const { shipped, open, returnable } = countItems(order)
  const text = (of: ReadonlyMap<number, number>) => [1, 2].map((position) => of.get(position) ?? 0).join(' ')
  return { shipped: text(shipped), open: text(open), returnable: text(returnable) }
}

const some = (position: number, quantity: number) => [{ position, quantity }]

test.each<[string, Partial<CountedOrder>, string, string, string]>([
  ['nothing has left', {}, '0 0', '3 1', '0 0'],
  ['some of it left', { shipped: some(1, 2) }, '2 0', '1 1', '2 0'],
  ['two packages', { shipped: [...some(1, 1), ...some(1, 1), ...some(2, 1)] }, '2 1', '1 0', '2 1'],
  ['all left, before packages were stored', { hasShipped: true }, '3 1', '0 0', '3 1'],
  ['all left', { hasShipped: true, shipped: [...some(1, 3), ...some(2, 1)] }, '3 1', '0 0', '3 1'],
  ['all that was not refunded left', { hasShipped: true, shipped: some(1, 2) }, '2 0', '1 1', '2 0'],
  ['one came back', { hasShipped: true, returned: some(1, 1) }, '3 1', '0 0', '2 1'],
])('counts shipped, open and returnable items: %s', (_, change, shipped, open, returnable) => {
  expect(counts(change)).toEqual({ shipped, open, returnable })
})

test('does not ship what was refunded, unless it was refunded for a return', () => {
  const refunded = LINES.map((line) => (line.position === 1 ? { ...line, refunded: 1 } : line))
  expect(counts({ lines: refunded }).open).toBe('2 1')
  expect(counts({ lines: refunded, shipped: some(1, 1) }).open).toBe('1 1')
  const back = { returned: some(1, 1), refundedReturns: some(1, 1) }
  expect(counts({ lines: refunded, shipped: some(1, 1), ...back })).toEqual({
    shipped: '1 0',
    open: '2 1',
    returnable: '0 0',
  })
  // The rest was refunded first, and then the one that had shipped was returned: the rest still doesn't ship.
  const rest = LINES.map((line) => ({ ...line, refunded: line.position === 1 ? 2 : 1 }))
  expect(counts({ lines: rest, shipped: some(1, 1), returned: some(1, 1) }).open).toBe('0 0')
})

test('subtracts line by line', () => {
  const from = new Map([
    [1, 3],
    [2, 1],
  ])
  expect(minus(from, new Map([[1, 2]]))).toEqual(
    new Map([
      [1, 1],
      [2, 1],
    ]),
  )
})

test.each<[[number, number][], boolean]>([
  [[[1, 3]], true],
  [
    [
      [1, 1],
      [2, 0],
    ],
    true,
  ],
  [[[1, 4]], false],
  [[[1, 0]], false],
  [[], false],
  [
    [
      [1, 1],
      [2, 2],
    ],
    false,
  ],
  [[[9, 1]], false],
  [[[1, 1.5]], false],
  [[[1, NaN]], false],
  [
    [
      [1, 2],
      [2, -1],
    ],
    false,
  ],
])('%j are items of an order: %s', (wanted, expected) => {
  const limit = new Map([
    [1, 3],
    [2, 1],
  ])
  expect(areWithin(new Map(wanted), limit)).toBe(expected)
})

test('returns true if any count is above zero', () => {
  expect(hasAny(new Map([[1, 0]]))).toBe(false)
  expect(
    hasAny(
      new Map([
        [1, 0],
        [2, 1],
      ]),
    ),
  ).toBe(true)
})
