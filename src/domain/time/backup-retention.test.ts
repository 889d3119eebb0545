import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backupsToDelete } from './backup-retention.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = new Date('2030-01-01')
const backup = (iso: string) => ({ name: iso, at: new Date(iso) })

/** One backup per night, newest last. */
function nightly(count: number, lastNight = '2026-11-16T10:05:00Z') {
  const last = Date.parse(lastNight)
  return Array.from({ length: count }, (_, index) =>
    backup(new Date(last - (count - 1 - index) * DAY_MS).toISOString()),
  )
}

const kept = (backups: { name: string; at: Date }[]) => {
  const deleted = new Set(backupsToDelete(backups, NOW))
  return backups.filter((one) => !deleted.has(one)).map(({ name }) => name.slice(0, 10))
}

test('keeps seven days, four weeks and twelve months', () => {
  expect(kept(nightly(400))).toEqual([
    '2025-12-31',
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-01',
    '2026-11-08',
    '2026-11-10',
    '2026-11-11',
    '2026-11-12',
    '2026-11-13',
    '2026-11-14',
    '2026-11-15',
    '2026-11-16',
  ])
})

test('keeps the newest backup of a day in the shop’s time zone', () => {
  // 06:30 UTC is still the previous evening in Utah.
  const names = ['2026-11-15T12:00:00Z', '2026-11-15T20:00:00Z', '2026-11-16T06:30:00Z', '2026-11-16T12:00:00Z']
  expect(backupsToDelete(names.map(backup), NOW).map(({ name }) => name)).toEqual([
    '2026-11-15T20:00:00Z',
    '2026-11-15T12:00:00Z',
  ])
})

test('keeps the backups of a shop that was off for years', () => {
  const old = nightly(7, '2020-06-07T10:00:00Z')
  expect(backupsToDelete([...old, backup('2026-11-16T10:00:00Z')], NOW).map(({ name }) => name.slice(0, 10))).toEqual([
    '2020-06-01',
  ])
})

test('never deletes a backup in favor of those from a clock that was ahead', () => {
  const ahead = nightly(400, '2029-11-16T10:05:00Z')
  const real = backup('2026-11-16T10:05:00Z')
  expect(backupsToDelete([...ahead, real], new Date('2026-11-16T10:06:00Z'))).toEqual([])
  expect(backupsToDelete([...ahead, real], NOW)).toContain(real)
})

test('never deletes the newest, is idempotent, and keeps at most 23', () => {
  const moments = fc.array(fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }))
  fc.assert(
    fc.property(moments, (dates) => {
      const backups = dates.map((at, index) => ({ name: String(index), at }))
      const deleted = new Set(backupsToDelete(backups, NOW))
      const left = backups.filter((one) => !deleted.has(one))
      const newestOf = (some: readonly { at: Date }[]) => Math.max(...some.map(({ at }) => Number(at)))
      expect(left.length).toBeLessThanOrEqual(23)
      expect(newestOf(left)).toBe(newestOf(backups))
      expect(backupsToDelete(left, NOW)).toEqual([])
    }),
  )
})
