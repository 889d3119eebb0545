import { expect, test } from 'vitest'
import { dayInYear, timeAgo } from './time-ago.ts'

const NOW = new Date('2026-11-16T20:00:00Z')

test.each([
  ['2026-11-16T20:00:05Z', 'just now'],
  ['2026-11-16T19:59:01Z', 'just now'],
  ['2026-11-16T19:59:00Z', '1 min ago'],
  ['2026-11-16T19:00:01Z', '59 min ago'],
  ['2026-11-16T19:00:00Z', '1 h ago'],
  ['2026-11-14T20:00:01Z', '47 h ago'],
  ['2026-11-14T05:00:00Z', 'Nov 13'],
  ['2026-01-01T07:00:00Z', 'Jan 1'],
  ['2026-01-01T06:59:59Z', 'Dec 31, 2025'],
])('shows %s as "%s"', (at, text) => {
  expect(timeAgo(new Date(at), NOW)).toBe(text)
})

test('shows the day once it is older than asked for', () => {
  expect(timeAgo(new Date('2026-11-15T20:00:01Z'), NOW, 24)).toBe('23 h ago')
  expect(timeAgo(new Date('2026-11-15T20:00:00Z'), NOW, 24)).toBe('Nov 15')
  expect(dayInYear('2026-11-18')).toBe('Nov 18')
})
