import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { backupName } from '#domain/time/backup-name.ts'
import { createRaiseAlert } from '#server/alerts/raise-alert.ts'
import { MIGRATIONS } from '#test/database-template.ts'
import { openEmptyPglite, openEmptyPostgres } from '#test/empty-databases.ts'
import { eventually } from '#test/eventually.ts'
import { S3_CREDENTIALS, startFakeS3 } from '#test/fake-s3.ts'
import { noSmallDisk, openSmallDisk } from '#test/small-disk.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import type { BackupTarget } from './backup-target.ts'
import { createBackupService } from './backup.service.ts'
import type { BackupSecret } from './encryption.ts'
import { createFolderTarget } from './folder-target.ts'
import { openBackup } from './restore.ts'
import { createS3Target } from './s3-target.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** 4 a.m. in the shop's time zone. */
const NIGHT = new Date('2026-11-16T11:00:00Z')
const secret: BackupSecret = { kind: 'key', key: randomBytes(32) }
const database = useTestDatabase()
let folder = ''
let now = NIGHT
let s3: Awaited<ReturnType<typeof startFakeS3>>

beforeAll(async () => {
  s3 = await startFakeS3('bucket')
})
afterAll(() => s3.close())
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backups-'))
  now = NIGHT
  s3.objects.clear()
  s3.state.fault = undefined
  await rows('delete from alerts')
  await rows('delete from outbox')
  await rows('delete from settings')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function rows(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

function serviceTo(target: BackupTarget | undefined) {
  const destination = target && { target, secret }
  const raiseAlert = createRaiseAlert(async () => ['owner@example.com'])
  return createBackupService({ database: database.current, destination, raiseAlert, now: () => now })
}

const bucket = () => createS3Target({ ...S3_CREDENTIALS, endpoint: s3.endpoint, bucket: 'bucket', prefix: '' })
const openAlerts = () => rows('select kind, subject, detail from alerts where resolved_at is null order by kind')
const mails = () => rows(`select recipient, payload ->> 'title' as title from outbox order by created_at`)

test('makes one backup a night and reports its age', async () => {
  const backups = serviceTo(createFolderTarget(folder))
  expect(await backups.status()).toMatchObject({ newest: undefined, isStale: false })
  await backups.runIfDue()
  const [name = ''] = await readdir(folder)
  expect(name).toBe(backupName(NIGHT))
  const { size, mode } = await stat(path.join(folder, name))
  expect(mode & 0o777).toBe(0o600)
  expect(await backups.status()).toEqual({
    target: `the folder ${folder}`,
    newest: { name, at: NIGHT, bytes: size },
    problem: undefined,
    isStale: false,
  })
  now = new Date(NIGHT.getTime() + 22 * HOUR_MS)
  await backups.runIfDue()
  expect(await readdir(folder)).toEqual([name])
  now = new Date(NIGHT.getTime() + DAY_MS)
  await backups.runIfDue()
  expect(await readdir(folder)).toEqual([name, backupName(now)])
  expect(await openAlerts()).toEqual([])
})

test('prunes old backups and leaves other files alone', async () => {
  const old = Array.from({ length: 30 }, (_, index) => backupName(new Date(NIGHT.getTime() - (index + 1) * DAY_MS)))
  const leftover = `${backupName(new Date(NIGHT.getTime() - DAY_MS))}.partial`
  for (const name of [...old, 'notes.txt']) await writeFile(path.join(folder, name), 'x')
  await writeFile(path.join(folder, leftover), 'x')
  await serviceTo(createFolderTarget(folder)).run()
  const left = await readdir(folder)
  expect(left).toContain('notes.txt')
  // Too recent to remove: another process may still be writing it.
  expect(left).toContain(leftover)
  expect(left.filter((name) => name.endsWith('.backup')).map((name) => name.slice(9, 19))).toEqual([
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

test('alerts and emails when the bucket fails, keeps existing backups, and resolves the alert on success', async () => {
  const backups = serviceTo(bucket())
  await backups.runIfDue()
  const before = new Map(s3.objects)
  now = new Date(NIGHT.getTime() + DAY_MS)
  for (const fault of ['offline', 'dropped', 'full'] as const) {
    s3.state.fault = fault
    await expect(backups.runIfDue()).rejects.toThrow('The bucket bucket')
    expect(s3.objects).toEqual(before)
  }
  expect(await openAlerts()).toMatchObject([
    { kind: 'backup-failed', subject: '2026-11-17', detail: expect.stringContaining('The bucket bucket') },
  ])
  expect(await mails()).toEqual([{ recipient: 'owner@example.com', title: 'The shop couldn’t be backed up' }])
  expect(await backups.status()).toMatchObject({
    newest: { at: NIGHT },
    problem: { at: now, text: 'The bucket bucket rejected a request: InsufficientStorage 507.' },
  })
  s3.state.fault = undefined
  await backups.runIfDue()
  expect(s3.objects.size).toBe(2)
  expect(await openAlerts()).toEqual([])
  expect(await backups.status()).toMatchObject({ newest: { at: now }, problem: undefined })
})

test.skipIf(noSmallDisk)(
  `alerts when the disk is full, and leaves the previous backup unchanged${noSmallDisk ?? ''}`,
  async () => {
    const disk = await openSmallDisk(4)
    try {
      const target = path.join(disk.folder, 'backups')
      const backups = serviceTo(createFolderTarget(target))
      const { name } = await backups.run()
      const before = await readFile(path.join(target, name))
      await disk.fill()
      now = new Date(NIGHT.getTime() + DAY_MS)
      await expect(backups.runIfDue()).rejects.toThrow(`There is no space left in the backup folder ${target}.`)
      expect(await readdir(target)).toEqual([name])
      expect((await readFile(path.join(target, name))).equals(before)).toBe(true)
      expect(await openAlerts()).toMatchObject([{ kind: 'backup-failed' }])
    } finally {
      await disk.close()
    }
  },
)

test('names the folder that is not writable', async () => {
  const file = path.join(folder, 'a file')
  await writeFile(file, '')
  await expect(serviceTo(createFolderTarget(file)).run()).rejects.toThrow(
    `The backup folder ${file} isn’t writable (EEXIST).`,
  )
})

test('alerts once a day while the newest backup is older than 36 hours', async () => {
  const backups = serviceTo(createFolderTarget(folder))
  await backups.run()
  now = new Date(NIGHT.getTime() + 36 * HOUR_MS)
  await backups.checkAge()
  expect(await openAlerts()).toEqual([])
  now = new Date(NIGHT.getTime() + 36 * HOUR_MS + 1)
  await backups.checkAge()
  await backups.checkAge()
  expect((await backups.status()).isStale).toBe(true)
  expect(await openAlerts()).toEqual([
    {
      kind: 'backup-stale',
      subject: '2026-11-17',
      detail:
        'The newest one was made on November 16, 2026. If this machine died now, everything since then would be lost.',
    },
  ])
  expect(await mails()).toEqual([
    { recipient: 'owner@example.com', title: 'The newest backup is more than 36 hours old' },
  ])
  now = new Date(now.getTime() + DAY_MS)
  await backups.checkAge()
  expect(await openAlerts()).toHaveLength(2)
  await backups.run()
  expect(await openAlerts()).toEqual([])
  expect((await backups.status()).isStale).toBe(false)
})

test('alerts when backups were set up but never succeeded', async () => {
  const backups = serviceTo(bucket())
  s3.state.fault = 'offline'
  await backups.checkAge()
  await expect(backups.runIfDue()).rejects.toThrow('can’t be reached')
  now = new Date(NIGHT.getTime() + 37 * HOUR_MS)
  await backups.checkAge()
  expect(await openAlerts()).toMatchObject([
    { kind: 'backup-failed' },
    { kind: 'backup-stale', detail: expect.stringContaining('There hasn’t been one since backups were set up.') },
  ])
})

test('does nothing when backups are not set up', async () => {
  const backups = serviceTo(undefined)
  await backups.runIfDue()
  await backups.checkAge()
  expect(await backups.status()).toEqual({ target: undefined, newest: undefined, problem: undefined, isStale: false })
  await expect(backups.run()).rejects.toThrow('Backups aren’t set up.')
})

test('takes a consistent snapshot under load without failing any write', async () => {
  const state = { isOver: false, written: 0 }
  /** Each transaction increments a counter and inserts one row, so both must match in any snapshot. */
  async function write(): Promise<void> {
    while (!state.isOver) {
      await database.current.orm.transaction(async (tx) => {
        await tx.execute(sql`insert into settings (key, value) values ('counter', '1') on conflict (key)
          do update set value = to_jsonb((settings.value)::int + 1)`)
        await tx.execute(sql`insert into webhook_events (event_id, type, body)
          select 'load ' || (value)::text, 'load', '{}' from settings where key = 'counter'`)
      })
      state.written += 1
      // PGlite only uses microtasks, so without yielding it would starve the event loop.
      await yieldToEventLoop()
    }
  }
  const target = createFolderTarget(folder)
  const backups = serviceTo(target)
  const writers = [write(), write(), write()]
  const names: string[] = []
  for (let count = 0; count < 5; count += 1) {
    now = new Date(NIGHT.getTime() + count * DAY_MS)
    const before = state.written
    names.push((await backups.run()).name)
    // On PGlite, writers wait for the snapshot and then continue.
    await eventually(() => state.written > before)
  }
  state.isOver = true
  await Promise.all(writers)
  const copy = await (isPostgres ? openEmptyPostgres() : openEmptyPglite())
  const counts: number[] = []
  for (const name of names) {
    const { restoreInto } = await openBackup({ source: target.open(name), secret, migrationsFolder: MIGRATIONS })
    await restoreInto(copy, { isReplacing: true })
    const [row] = await copy.withConnection((connection) =>
      connection.rows(`select (select value::int from settings where key = 'counter') as counter,
        (select count(*)::int from webhook_events where type = 'load') as count`),
    )
    expect(row?.count).toBe(row?.counter ?? 0)
    counts.push(Number(row?.count))
  }
  await copy.close()
  expect(counts).toEqual(counts.toSorted((one, other) => one - other))
  expect(counts.at(-1)).toBeGreaterThan(0)
})
