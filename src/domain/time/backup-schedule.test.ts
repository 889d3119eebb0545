import { expect, test } from 'vitest'
import { backupName, parseBackupName } from './backup-name.ts'
import { isBackupDue, isBackupStale, newestBackup } from './backup-schedule.ts'

const at = (iso: string) => new Date(iso)

test.each([
  ['there is none', undefined, '2026-11-16T20:00:00Z', true],
  ['the newest is from before tonight', '2026-11-16T09:59:00Z', '2026-11-16T10:00:00Z', true],
  ['the newest is from tonight', '2026-11-16T10:00:00Z', '2026-11-16T23:00:00Z', false],
  ['tonight has not come yet', '2026-11-15T10:01:00Z', '2026-11-16T09:59:00Z', false],
  ['a night was missed', '2026-11-14T10:01:00Z', '2026-11-16T09:59:00Z', true],
  ['the newest is from a clock that was ahead', '2027-01-01T00:00:00Z', '2026-11-16T20:00:00Z', true],
  ['the newest is from a clock that is a minute ahead', '2026-11-16T20:01:00Z', '2026-11-16T20:00:00Z', false],
  ['3 a.m. during daylight saving time', '2026-07-16T08:59:00Z', '2026-07-16T09:00:00Z', true],
  ['daylight saving time starts', '2026-03-08T08:59:00Z', '2026-03-08T09:00:00Z', true],
  ['daylight saving time ends', '2026-11-01T09:59:00Z', '2026-11-01T10:00:00Z', true],
])('decides whether a backup is due: %s', (_, newest, now, isDue) => {
  expect(isBackupDue(newest === undefined ? undefined : at(newest), at(now))).toBe(isDue)
})

test('calls a backup stale after 36 hours', () => {
  expect(isBackupStale(at('2026-11-15T00:00:00Z'), at('2026-11-16T12:00:00.000Z'))).toBe(false)
  expect(isBackupStale(at('2026-11-15T00:00:00Z'), at('2026-11-16T12:00:00.001Z'))).toBe(true)
})

test('calls a backup stale if its date cannot be right', () => {
  expect(isBackupStale(at('2027-01-01T00:00:00Z'), at('2026-11-16T12:00:00Z'))).toBe(true)
  expect(isBackupStale(at('2026-11-16T12:05:00.000Z'), at('2026-11-16T12:00:00Z'))).toBe(false)
  expect(isBackupStale(at('2026-11-16T12:05:00.001Z'), at('2026-11-16T12:00:00Z'))).toBe(true)
})

test('finds the newest backup whose date can be right', () => {
  const backups = ['2026-11-15T10:00:00Z', '2027-01-01T00:00:00Z', '2026-11-16T10:00:00Z'].map((iso) => ({
    at: at(iso),
  }))
  expect(newestBackup(backups, at('2026-11-16T12:00:00Z'))).toEqual(backups[2])
  expect(newestBackup(backups, at('2027-01-01T12:00:00Z'))).toEqual(backups[1])
  expect(newestBackup(backups, at('2020-01-01T12:00:00Z'))).toBeUndefined()
})

test('reads the time and the shop from the name of a backup and ignores other files', () => {
  const moment = at('2026-11-16T10:00:05.042Z')
  const name = backupName(moment, '0a1b2c3d')
  expect(name).toBe('bloomera-2026-11-16T10-00-05-042Z-0a1b2c3d.backup')
  expect(parseBackupName(name)).toEqual({ at: moment, shopId: '0a1b2c3d' })
  expect(parseBackupName('bloomera-2026-11-16T10-00-05-042Z.backup')).toEqual({ at: moment, shopId: undefined })
  for (const other of ['notes.txt', `${name}.partial`, 'bloomera-2026-13-16T10-00-05-042Z-0a1b2c3d.backup', ''])
    expect(parseBackupName(other)).toBeUndefined()
})
