import { expect, test } from 'vitest'
import { isSummaryTime, quietUntil } from './quiet-hours.ts'

const NIGHT = { from: 22, to: 7 }
const NOON = { from: 12, to: 14 }

/** Utah is 7 hours behind UTC in winter, 6 in summer. */
test.each([
  ['before the night', '2026-11-17T04:59:59Z', NIGHT, undefined],
  ['as the night begins', '2026-11-17T05:00:00Z', NIGHT, '2026-11-17T14:00:00.000Z'],
  ['just before midnight', '2026-11-17T06:59:59Z', NIGHT, '2026-11-17T14:00:00.000Z'],
  ['just after midnight', '2026-11-17T07:00:00Z', NIGHT, '2026-11-17T14:00:00.000Z'],
  ['just before the end', '2026-11-17T13:59:59Z', NIGHT, '2026-11-17T14:00:00.000Z'],
  ['at the end', '2026-11-17T14:00:00Z', NIGHT, undefined],
  ['at noon', '2026-11-17T19:30:00Z', NOON, '2026-11-17T21:00:00.000Z'],
  ['after noon', '2026-11-17T21:00:00Z', NOON, undefined],
  ['until midnight', '2026-11-18T05:30:00Z', { from: 22, to: 0 }, '2026-11-18T07:00:00.000Z'],
  ['over the year', '2027-01-01T06:30:00Z', NIGHT, '2027-01-01T14:00:00.000Z'],
  ['in the night that loses an hour', '2026-03-08T06:00:00Z', NIGHT, '2026-03-08T13:00:00.000Z'],
  ['in the night that gains an hour', '2026-11-01T05:00:00Z', NIGHT, '2026-11-01T14:00:00.000Z'],
  ['until an hour that is skipped', '2026-03-08T08:30:00Z', { from: 0, to: 2 }, '2026-03-08T09:00:00.000Z'],
  ['in the second of two equal hours', '2026-11-01T08:30:00Z', { from: 0, to: 2 }, '2026-11-01T09:00:00.000Z'],
  ['without quiet hours', '2026-11-17T07:00:00Z', null, undefined],
])('waits %s', (_, now, quiet, until) => {
  expect(quietUntil(new Date(now), quiet)?.toISOString()).toBe(until)
})

test.each([
  ['2026-11-17T14:59:59Z', false],
  ['2026-11-17T15:00:00Z', true],
  ['2026-11-17T18:59:59Z', true],
  ['2026-11-17T19:00:00Z', false],
  ['2026-07-17T14:00:00Z', true],
])('the 8 AM summary is due at %s: %s', (now, isDue) => {
  expect(isSummaryTime(new Date(now), 8)).toBe(isDue)
})
