import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
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
import { runBackupCommand } from './backup-command.ts'
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
  await useShopId(SHOP_ID)
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

const SHOP_ID = '0a1b2c3d'
const useShopId = (shopId: string) =>
  rows(
    `insert into settings (key, value) values ('shop-id', '"${shopId}"') on conflict (key) do update set value = excluded.value`,
  )
const nameAt = (at: Date) => backupName(at, SHOP_ID)
/** Without the marker of the folder. */
const backupsIn = async (place: string) => (await readdir(place)).filter((name) => name.endsWith('.backup'))

test('makes one backup a night and reports its age', async () => {
  const backups = serviceTo(createFolderTarget(folder))
  expect(await backups.status()).toMatchObject({ newest: undefined, isStale: false })
  await backups.runIfDue()
  const [name = ''] = await backupsIn(folder)
  expect(name).toBe(nameAt(NIGHT))
  const { size, mode } = await stat(path.join(folder, name))
  expect(mode & 0o777).toBe(0o600)
  expect(await backups.status()).toEqual({
    target: `the folder ${folder}`,
    newest: { name, at: NIGHT, bytes: size },
    problem: undefined,
    pruneProblem: undefined,
    runningSince: undefined,
    isStale: false,
  })
  now = new Date(NIGHT.getTime() + 22 * HOUR_MS)
  await backups.runIfDue()
  expect(await backupsIn(folder)).toEqual([name])
  now = new Date(NIGHT.getTime() + DAY_MS)
  await backups.runIfDue()
  expect(await backupsIn(folder)).toEqual([name, nameAt(now)])
  expect(await openAlerts()).toEqual([])
})

test('prunes old backups and leaves other files alone', async () => {
  const old = Array.from({ length: 30 }, (_, index) => nameAt(new Date(NIGHT.getTime() - (index + 1) * DAY_MS)))
  const leftover = `${nameAt(new Date(NIGHT.getTime() - DAY_MS))}.partial`
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

test('never prunes the backups of another shop, nor counts them as its own', async () => {
  const backups = serviceTo(createFolderTarget(folder))
  const theirs = Array.from({ length: 30 }, (_, index) =>
    backupName(new Date(NIGHT.getTime() - (index + 1) * 60_000), 'ffffffff'),
  )
  const withoutShop = 'bloomera-2026-11-16T10-30-00-000Z.backup'
  for (const name of [...theirs, withoutShop]) await writeFile(path.join(folder, name), 'x')
  await backups.runIfDue()
  expect(await backupsIn(folder)).toEqual([...theirs, withoutShop, nameAt(NIGHT)].toSorted())
  await useShopId('eeeeeeee')
  now = new Date(NIGHT.getTime() + HOUR_MS)
  await backups.run()
  expect(await backupsIn(folder)).toContain(nameAt(NIGHT))
  expect(await backups.status()).toMatchObject({ newest: { name: backupName(now, 'eeeeeeee') } })
})

test('gives each shop its own ID and keeps it', async () => {
  await rows('delete from settings')
  const backups = serviceTo(createFolderTarget(folder))
  const { shopId } = await backups.run()
  expect(shopId).toMatch(/^[0-9a-f]{8}$/)
  expect(shopId).not.toBe(SHOP_ID)
  now = new Date(NIGHT.getTime() + DAY_MS)
  expect((await backups.run()).shopId).toBe(shopId)
})

test('resumes backups and alerts after the clock was ahead', async () => {
  const backups = serviceTo(createFolderTarget(folder))
  now = new Date('2027-03-01T11:00:00Z')
  await backups.checkAge()
  const { name: ahead } = await backups.run()
  now = NIGHT
  await backups.checkAge()
  expect(await openAlerts()).toEqual([
    {
      kind: 'backup-stale',
      subject: '2026-11-16',
      detail: expect.stringContaining('The newest one is dated March 1, 2027, which is in the future'),
    },
  ])
  await backups.runIfDue()
  expect(await backups.status()).toMatchObject({ newest: { name: nameAt(NIGHT) }, isStale: false })
  expect(await openAlerts()).toEqual([])
  // Its content is real, even if its date isn't.
  expect(await backupsIn(folder)).toEqual([nameAt(NIGHT), ahead])
  now = new Date(NIGHT.getTime() + 37 * HOUR_MS)
  await backups.checkAge()
  expect(await openAlerts()).toMatchObject([{ kind: 'backup-stale' }])
})

test('counts from now on if backups were set up while the clock was ahead', async () => {
  s3.state.fault = 'offline'
  const backups = serviceTo(bucket())
  now = new Date('2027-03-01T11:00:00Z')
  await backups.checkAge()
  now = NIGHT
  await backups.checkAge()
  expect(await openAlerts()).toEqual([])
  now = new Date(NIGHT.getTime() + 37 * HOUR_MS)
  await backups.checkAge()
  expect(await openAlerts()).toMatchObject([{ kind: 'backup-stale' }])
})

test('stores nothing in a folder whose disk is not mounted, until it is confirmed as a new one', async () => {
  const disk = path.join(folder, 'disk')
  const place = path.join(disk, 'backups')
  const backups = serviceTo(createFolderTarget(place))
  await backups.run()
  for (const unmount of [
    () => rename(disk, `${disk}-unmounted`),
    // An empty mount point.
    () => mkdir(place, { recursive: true }),
  ]) {
    await unmount()
    const before = (await readdir(folder, { recursive: true })).toSorted()
    now = new Date(now.getTime() + DAY_MS)
    const message = `The earlier backups aren’t in the folder ${place} anymore. Is its disk mounted?`
    await expect(backups.runIfDue()).rejects.toThrow(message)
    await expect(backups.run()).rejects.toThrow(message)
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(before)
    expect(await openAlerts()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'backup-failed', detail: expect.stringContaining(message) }),
      ]),
    )
  }
  expect((await backups.run({ isNewFolder: true })).name).toBe(nameAt(now))
  now = new Date(now.getTime() + DAY_MS)
  await backups.runIfDue()
  expect(await backupsIn(place)).toHaveLength(2)
  expect(await openAlerts()).toEqual([])
})

test('makes a backup within the hour if all of them were deleted, and starts in another folder without asking', async () => {
  await serviceTo(createFolderTarget(folder)).run()
  for (const name of await backupsIn(folder)) await rm(path.join(folder, name))
  await serviceTo(createFolderTarget(folder)).runIfDue()
  expect(await backupsIn(folder)).toHaveLength(1)
  const other = path.join(folder, 'other')
  await serviceTo(createFolderTarget(other)).runIfDue()
  expect(await backupsIn(other)).toHaveLength(1)
})

test('reports a stored backup as stored when old ones cannot be deleted, and tries again', async () => {
  for (let days = 1; days <= 30; days += 1)
    s3.objects.set(nameAt(new Date(NIGHT.getTime() - days * DAY_MS)), Buffer.from('x'))
  s3.state.fault = 'undeletable'
  const backups = serviceTo(bucket())
  const warning =
    'Old backups in the bucket bucket couldn’t be deleted. The bucket bucket rejected a request: AccessDenied 403.'
  expect(await backups.run()).toMatchObject({ name: nameAt(NIGHT), warning })
  expect(await backups.status()).toMatchObject({
    newest: { name: nameAt(NIGHT) },
    problem: undefined,
    pruneProblem: { at: NIGHT, text: warning },
  })
  expect(await openAlerts()).toEqual([{ kind: 'backup-not-pruned', subject: '2026-11-16', detail: warning }])
  expect(await runBackupCommand([], backups)).toMatchObject({ ok: true, text: expect.stringContaining(`\n${warning}`) })
  await backups.runIfDue()
  expect(await openAlerts()).toHaveLength(1)
  s3.state.fault = undefined
  await backups.runIfDue()
  expect(s3.objects.size).toBeLessThan(15)
  expect(await openAlerts()).toEqual([])
  expect(await backups.status()).toMatchObject({ pruneProblem: undefined })
})

test('lists a folder while another process prunes it', async () => {
  const gone = nameAt(new Date(NIGHT.getTime() - DAY_MS))
  // Listed but missing, like a file that was deleted in between.
  await symlink(path.join(folder, 'nowhere'), path.join(folder, gone))
  await symlink(path.join(folder, 'nowhere'), path.join(folder, `${gone}.partial`))
  const target = createFolderTarget(folder)
  expect(await target.list()).toEqual([])
  await serviceTo(target).run()
  expect((await target.list()).map(({ name }) => name)).toEqual([nameAt(NIGHT)])
})

test('shows a backup as running until it is done or its process has died', async () => {
  const { promise: stalled, resolve: proceed } = Promise.withResolvers<void>()
  const folderTarget = createFolderTarget(folder)
  let stores = 0
  const target: BackupTarget = {
    ...folderTarget,
    async store(name, write) {
      stores += 1
      await stalled
      await folderTarget.store(name, write)
    },
  }
  const [backups, other] = [serviceTo(target), serviceTo(target)]
  await backups.start()
  // It has the same name, which is the time by the clock.
  await eventually(() => stores === 1)
  for (const service of [backups, other]) expect((await service.status()).runningSince).toEqual(NIGHT)
  // Neither process starts another one.
  await backups.start()
  await other.start()
  now = new Date(NIGHT.getTime() + 61_000)
  expect((await other.status()).runningSince).toBeUndefined()
  now = NIGHT
  proceed()
  await backups.finish()
  expect(await backups.status()).toMatchObject({ runningSince: undefined, newest: { name: nameAt(NIGHT) } })
  expect(stores).toBe(1)
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
      expect(await backupsIn(target)).toEqual([name])
      expect((await readFile(path.join(target, name))).equals(before)).toBe(true)
      expect(await openAlerts()).toMatchObject([{ kind: 'backup-failed' }])
    } finally {
      await disk.close()
    }
  },
)

test('names a backup folder that is not a folder', async () => {
  const file = path.join(folder, 'a file')
  await writeFile(file, '')
  await expect(serviceTo(createFolderTarget(file)).run()).rejects.toThrow(
    `The backup folder ${file} isn’t readable (ENOTDIR).`,
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
  expect(await backups.status()).toMatchObject({
    target: undefined,
    newest: undefined,
    problem: undefined,
    isStale: false,
  })
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
