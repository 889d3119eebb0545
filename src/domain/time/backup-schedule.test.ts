import { expect, test } from 'vitest'
import { backupName, backupTime } from './backup-name.ts'
import { isBackupDue, isBackupStale } from './backup-schedule.ts'

const at = (iso: string) => new Date(iso)

test.each([
  ['there is none', undefined, '2026-11-16T20:00:00Z', true],
  ['the newest is from before tonight', '2026-11-16T09:59:00Z', '2026-11-16T10:00:00Z', true],
  ['the newest is from tonight', '2026-11-16T10:00:00Z', '2026-11-16T23:00:00Z', false],
  ['tonight has not come yet', '2026-11-15T10:01:00Z', '2026-11-16T09:59:00Z', false],
  ['a night was missed', '2026-11-14T10:01:00Z', '2026-11-16T09:59:00Z', true],
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

test('reads the time from the name of a backup and ignores other files', () => {
  const moment = at('2026-11-16T10:00:05.042Z')
  expect(backupName(moment)).toBe('bloomera-2026-11-16T10-00-05-042Z.backup')
  expect(backupTime(backupName(moment))).toEqual(moment)
  for (const other of ['notes.txt', `${backupName(moment)}.partial`, 'bloomera-2026-13-16T10-00-05-042Z.backup', ''])
    expect(backupTime(other)).toBeUndefined()
})
