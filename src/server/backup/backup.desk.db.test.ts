import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseCsv } from '#domain/text/csv.ts'
import { eventually } from '#test/eventually.ts'
import { fillEveryTable } from '#test/fill-every-table.ts'
import { readZip } from '#test/read-zip.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestDesk } from '#test/test-desk.ts'
import { createDownloadService } from './download.service.ts'

const database = useTestDatabase()
/** A backup of 1200 orders takes a while on a busy machine. */
const SLOW_MS = 120_000
let folder = ''
let desk: ReturnType<typeof createTestDesk>
let owner = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'desk-backups-'))
  await fillEveryTable(database.current)
  const key = randomBytes(32).toString('hex')
  desk = createTestDesk(database.current, { environment: { BACKUP_DIR: path.join(folder, 'stored'), BACKUP_KEY: key } })
  owner = await desk.signIn('owner')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

async function connectionsWithLock(): Promise<number> {
  const rows = await database.current.withConnection((connection) =>
    connection.rows(`select from pg_locks where relation = 'products'::regclass and mode = 'AccessExclusiveLock'`),
  )
  return rows.length
}

/** Asks the database: rendering pages would slow down the backup. */
async function backupEnded(): Promise<void> {
  const ended = `select from settings where key = 'backup-status' and value ->> 'running' is null`
  await eventually(
    async () => (await database.current.withConnection((connection) => connection.rows(ended))).length > 0,
    SLOW_MS,
  )
}

async function page(address: string, { from = desk, cookie = owner } = {}): Promise<string> {
  return (await from.request(address, { cookie })).text()
}

test('starts a backup when the owner asks, follows it, and shows its age on Today', async () => {
  expect(await page('/admin')).toContain('None yet')
  let isLocked = true
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>()
  // Holds up the snapshot, as a large shop would.
  const holding = database.current.withConnection(async (connection) => {
    await connection.exec('begin; lock table products in access exclusive mode')
    await unlocked
    isLocked = false
    await connection.exec('rollback')
  })
  await eventually(async () => (await connectionsWithLock()) > 0)
  const answer = await desk.request('/admin/backups/run', { cookie: owner, form: {} })
  expect(answer.headers.get('location')).toBe('/admin/backups')
  expect(isLocked).toBe(true)
  const running = await page('/admin/backups')
  expect(running).toContain('Backing up…')
  expect(running).not.toContain('Back up now')
  unlock()
  await holding
  await backupEnded()
  expect(await page('/admin/backups')).not.toContain('Backing up…')
  expect((await readdir(path.join(folder, 'stored'))).filter((name) => name.endsWith('.backup'))).toHaveLength(1)
  for (const address of ['/admin', '/admin/backups']) expect(await page(address)).toMatch(/just now.*KB, encrypted/)
})

test('shows why a backup started from the page failed', async () => {
  const file = path.join(folder, 'a file')
  await writeFile(file, '')
  const key = randomBytes(32).toString('hex')
  const failing = createTestDesk(database.current, { environment: { BACKUP_DIR: file, BACKUP_KEY: key } })
  await failing.request('/admin/backups/run', { cookie: owner, form: {} })
  await backupEnded()
  expect(await page('/admin/backups', { from: failing })).toContain(
    `The backup folder ${file} isn’t readable (ENOTDIR).`,
  )
})

test('shows that a backup is overdue', async () => {
  const at = new Date(Date.now() - 40.5 * 60 * 60 * 1000).toISOString()
  await database.current.withConnection((connection) =>
    connection.rows(
      `update settings set value = jsonb_set(value, '{newest,at}', to_jsonb($1::text)) where key = 'backup-status'`,
      [at],
    ),
  )
  expect(await page('/admin')).toMatch(/40 h ago.*Overdue/s)
  expect(await page('/admin/backups')).toContain('The newest backup is more than 36 hours old.')
})

test('explains how to turn backups on when they are not set up', async () => {
  const plain = createTestDesk(database.current)
  const text = await page('/admin/backups', { from: plain })
  expect(text).toContain('BACKUP_DIR')
  expect(text).not.toContain('Back up now')
  const answer = await plain.request('/admin/backups/run', { cookie: owner, form: {} })
  expect(decodeURIComponent(decodeURIComponent(answer.headers.get('set-cookie') ?? ''))).toContain(
    'Backups aren’t set up.',
  )
})

test('shows staff the age but no download', async () => {
  const staff = await desk.signIn('staff')
  const text = await page('/admin', { cookie: staff })
  expect(text).toContain('encrypted')
  expect(text).not.toContain('Download everything')
})

test('downloads all data as one zip, without secrets, and leaves no temporary file', async () => {
  vi.stubEnv('TMPDIR', folder)
  const answer = await desk.request('/admin/backups/everything.zip', { cookie: owner })
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(String(bytes.length)).toBe(answer.headers.get('content-length'))
  expect((await readdir(folder)).filter((name) => name.startsWith('bloomera-download'))).toEqual([])
  const files = readZip(bytes)

  const orders = JSON.parse(String(files.get('json/orders.json'))) as Record<string, unknown>[]
  expect(orders).toHaveLength(1200)
  const csv = parseCsv(String(files.get('csv/orders.csv')))
  const table = csv.ok ? csv.rows.map(({ cells }) => cells) : []
  expect(table).toHaveLength(1201)
  const [headers = []] = table
  expect(headers).toEqual(Object.keys(orders[0] ?? {}))
  const numberColumn = headers.indexOf('number')
  const noteColumn = headers.indexOf('note')
  for (const order of orders) {
    const line = table.find((cells) => cells[numberColumn] === order.number)
    expect(line?.[noteColumn]).toBe(order.note)
  }

  const picture = files.get('pictures/0123456789abcdef0123-800.webp')
  expect(picture?.equals(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)))).toBe(true)
  expect(files.get('pictures/0123456789abcdef0123-800.avif')).toHaveLength(1_200_000)

  for (const [name, content] of files) {
    expect(name).not.toMatch(/password|session|passkey|recovery|device|challenge/)
    for (const secret of ['scrypt$', 'checkout-1"', 'source BLM', '"token"'])
      expect(content.includes(secret), `${secret} in ${name}`).toBe(false)
  }
  const [entry] = await database.current.withConnection((connection) =>
    connection.rows(`select action from audit_log order by id desc limit 1`),
  )
  expect(entry).toEqual({ action: 'shop.download' })
})

test('leaves no temporary file when a download is canceled', async () => {
  const { body } = await desk.request('/admin/backups/everything.zip', { cookie: owner })
  const reader = body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
  await reader?.cancel()
  expect((await readdir(folder)).filter((name) => name.startsWith('bloomera-download'))).toEqual([])
})

/** Deleted files that this process still holds open. */
async function openDownloads(): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''))
  return (await Promise.all(links)).filter((link) => link.includes('everything.zip'))
}

test.runIf(process.platform === 'linux')('keeps no file open when the download cannot be recorded', async () => {
  const downloads = createDownloadService(database.current, () => new Date())
  await expect(downloads.make({ operatorId: 'nobody', actor: 'Nobody' })).rejects.toThrow('audit_log')
  expect(await openDownloads()).toEqual([])
  const { content } = await downloads.make({ operatorId: null, actor: 'Ana' })
  expect(await openDownloads()).toHaveLength(1)
  await content.cancel()
  await eventually(async () => (await openDownloads()).length === 0)
})
