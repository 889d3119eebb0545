import { expect, test } from 'vitest'
import { isHeaderAway } from './sticky-header.ts'

const page = { end: 2000, barHeight: 68 }

test.each([
  ['at the top', { from: 0, to: 0 }, false],
  ['a little below the top', { from: 0, to: 60 }, false],
  ['reading on', { from: 60, to: 300 }, true],
  ['on the way back', { from: 900, to: 800 }, false],
  ['jumped back to the top', { from: 1500, to: 0 }, false],
  ['pulled beyond the top', { from: 40, to: -30 }, false],
  ['a tremble of the thumb', { from: 500, to: 497 }, undefined],
  ['springing at the end', { from: 2030, to: 2005 }, undefined],
  ['arrived at the end', { from: 1900, to: 2000 }, true],
  ['jumped to the end', { from: 0, to: 2000 }, true],
  ['back from the end', { from: 2000, to: 1950 }, false],
])('%s', (_where, step, isAway) => {
  expect(isHeaderAway({ ...page, ...step })).toBe(isAway)
})
