import { expect, test } from 'vitest'
import { feelMoments } from './feel.ts'

test('has a moment for each line, headed by its first sentence', () => {
  expect(feelMoments(['A soft shine. Spreads easily. It looks like oil.', 'Satin', 'Gone? Yes.'])).toEqual([
    { minute: 0, title: 'A soft shine', text: 'Spreads easily. It looks like oil.' },
    { minute: 10, title: 'Satin', text: '' },
    { minute: 60, title: 'Gone?', text: 'Yes.' },
  ])
})

test('leaves out moments without a line, and shows nothing if there are none', () => {
  expect(feelMoments(['Thin', ' ']).map(({ minute }) => minute)).toEqual([0])
  expect(feelMoments([])).toEqual([])
})

test('does not split at a decimal point, and keeps every following line', () => {
  expect(feelMoments(['Takes 1.5 minutes.  Then gone.\nQuite.'])).toEqual([
    { minute: 0, title: 'Takes 1.5 minutes', text: 'Then gone.\nQuite.' },
  ])
})
