import { expect, test } from 'vitest'
import { type PassedBottles, passBottles } from './passed-bottles.ts'

type Lines = Parameters<typeof passBottles>[0]
type Wanted = Parameters<typeof passBottles>[2]

const small = { productId: 'rose', size: '1oz' }
const large = { productId: 'rose', size: '2oz' }
const single = { productId: 'balm', size: null }

const CASES: [
  what: string,
  lines: Lines,
  removed: [position: number, quantity: number][],
  wanted: Wanted,
  passed: { added: number[]; lines: [position: number, quantity: number][] },
][] = [
  [
    'nothing if another kind is wanted',
    [{ ...small, position: 1, reserved: 2 }],
    [[1, 2]],
    [{ ...large, quantity: 2 }],
    { added: [0], lines: [] },
  ],
  [
    'what is wanted again',
    [{ ...small, position: 1, reserved: 2 }],
    [[1, 2]],
    [
      { ...large, quantity: 2 },
      { ...small, quantity: 1 },
    ],
    { added: [0, 1], lines: [[1, 1]] },
  ],
  [
    'no more than a line gives up',
    [{ ...small, position: 1, reserved: 5 }],
    [[1, 2]],
    [{ ...small, quantity: 4 }],
    { added: [2], lines: [[1, 2]] },
  ],
  [
    'no more than a line holds of tracked stock',
    [{ ...single, position: 1, reserved: 1 }],
    [[1, 3]],
    [{ ...single, quantity: 3 }],
    { added: [1], lines: [[1, 1]] },
  ],
  [
    'each bottle once, from several lines to several items',
    [
      { ...small, position: 1, reserved: 2 },
      { ...small, position: 3, reserved: 2 },
    ],
    [
      [1, 2],
      [3, 1],
    ],
    [
      { ...small, quantity: 1 },
      { ...small, quantity: 3 },
    ],
    {
      added: [1, 2],
      lines: [
        [1, 2],
        [3, 1],
      ],
    },
  ],
  [
    'nothing of a line that stays',
    [{ ...small, position: 1, reserved: 2 }],
    [],
    [{ ...small, quantity: 1 }],
    { added: [0], lines: [] },
  ],
]

test.each(CASES)('reassigns %s', (_, lines, removed, wanted, passed) => {
  const found: PassedBottles = passBottles(lines, new Map(removed), wanted)
  expect({ added: found.added, lines: [...found.lines] }).toEqual(passed)
})
