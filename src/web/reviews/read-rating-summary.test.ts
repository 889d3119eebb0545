import { expect, test } from 'vitest'
import { readRatingSummary } from './read-rating-summary.ts'

const SUMMARY = { average: 4.4, count: 7, stars: { 5: 4, 4: 2, 3: 1, 2: 0, 1: 0 } }

test('reads what the stream sends', () => {
  expect(readRatingSummary(JSON.parse(JSON.stringify(SUMMARY)))).toEqual(SUMMARY)
})

test.each([
  ['nothing', null],
  ['text', 'no'],
  ['no average', { ...SUMMARY, average: undefined }],
  ['no number', { ...SUMMARY, count: '7' }],
  ['no stars', { ...SUMMARY, stars: null }],
  ['too few stars', { ...SUMMARY, stars: { 5: 4, 4: 2, 3: 1, 2: 0 } }],
])('rejects %s as a summary', (_, sent) => {
  expect(readRatingSummary(sent)).toBeUndefined()
})
