import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const NOW = new Date('2026-11-16T20:00:00Z')

test.each([
  ['2026-11-16T20:00:05Z', 'just now'],
  ['2026-11-16T19:59:01Z', 'just now'],
  ['2026-11-16T19:59:00Z', '1 min ago'],
  ['2026-11-16T19:00:01Z', '59 min ago'],
  ['2026-11-16T19:00:00Z', '1 h ago'],
  ['2026-11-14T20:00:01Z', '47 h ago'],
  ['2026-11-14T05:00:00Z', 'Nov 13'],
])('shows %s as "%s"', (at, text) => {
  expect(timeAgo(new Date(at), NOW)).toBe(text)
})
