import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { collect } from '#test/collect.ts'
import { MIGRATIONS } from '#test/database-template.ts'
import { openEmptyPglite, openEmptyPostgres } from '#test/empty-databases.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import { BackupError } from './backup-error.ts'
import { type BackupSecret, createFileKey, encrypt } from './encryption.ts'
import { createFolderTarget } from './folder-target.ts'
import { makeBackup } from './make-backup.ts'
import { type Manifest, MANIFEST_FILE } from './manifest.ts'
import { readFiles, sha256Of } from './read-archive.ts'
import { openBackup } from './restore.ts'
import { tarEnd, tarFile, type TarFile } from './tar.ts'

const secret: BackupSecret = { kind: 'key', key: randomBytes(32) }
const shop = useTestDatabase()
let folder = ''
let backup: Buffer = Buffer.alloc(0)
let files: TarFile[] = []
let target: Database

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'refusals-'))
  const { name } = await makeBackup(shop.current, createFolderTarget(folder), secret, {
    at: new Date(),
    shopId: '0a1b2c3d',
  })
  backup = await readFile(path.join(folder, name))
  files = await collect(readFiles(sourceOf(backup), secret))
  target = await (isPostgres ? openEmptyPostgres() : openEmptyPglite())
})
afterAll(async () => {
  await target.close()
  await rm(folder, { recursive: true, force: true })
})

const sourceOf = (bytes: Buffer) => async () => Readable.from([bytes])

function open(bytes: Buffer, change: { secret?: BackupSecret; migrationsFolder?: string } = {}) {
  return openBackup({ source: sourceOf(bytes), secret, migrationsFolder: MIGRATIONS, ...change })
}

/** A correctly encrypted backup with different files. */
async function encrypted(changed: readonly TarFile[]): Promise<Buffer> {
  const tar = Buffer.concat([...changed.map(({ name, body }) => tarFile(name, body, new Date())), tarEnd()])
  return Buffer.concat(await collect(encrypt(Readable.from([gzipSync(tar)]), await createFileKey(secret))))
}

function withManifest(change: (manifest: Manifest) => unknown): TarFile[] {
  return files.map(({ name, body }) =>
    name === MANIFEST_FILE
      ? { name, body: Buffer.from(JSON.stringify(change(JSON.parse(body.toString()) as Manifest))) }
      : { name, body },
  )
}

function rows(statement: string): Promise<Record<string, unknown>[]> {
  return target.withConnection((connection) => connection.rows(statement))
}

const isUntouched = async () =>
  (await rows(`select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)).length === 0

test('refuses a damaged, truncated or foreign file, and a different key', async () => {
  const damaged = Buffer.from(backup)
  damaged[Math.floor(damaged.length / 2)] = (damaged[Math.floor(damaged.length / 2)] ?? 0) ^ 1
  await expect(open(damaged)).rejects.toThrow(/^This backup is damaged\.$/)
  await expect(open(backup.subarray(0, -1))).rejects.toThrow(/^This backup is incomplete: its end is missing\.$/)
  await expect(open(gzipSync('another file'))).rejects.toThrow(/^This file isn’t a Bloomera backup\.$/)
  const other: BackupSecret = { kind: 'key', key: randomBytes(32) }
  await expect(open(backup, { secret: other })).rejects.toThrow(/^This backup was made with a different key\.$/)
})

test('refuses a correctly encrypted backup that does not match its manifest', async () => {
  const isDamaged = (changed: readonly TarFile[]) =>
    expect(encrypted(changed).then((bytes) => open(bytes))).rejects.toThrow(/^This backup is damaged\.$/)
  const manifest = files.findIndex(({ name }) => name === MANIFEST_FILE)
  await isDamaged(files.filter((_, index) => index !== 3))
  await isDamaged(files.toSpliced(manifest, 1))
  await isDamaged([...files, { name: 'tables/more/000001.ndjson', body: Buffer.from('[]\n') }])
  await isDamaged(files.toSpliced(3, 0, { name: 'tables/more/000001.ndjson', body: Buffer.from('[]\n') }))
  // Same number of rows, one letter changed.
  await isDamaged(
    files.map((file, index) =>
      index === 3 ? { ...file, body: Buffer.from(file.body.toString().replace(/[a-z]/, 'X')) } : file,
    ),
  )
  await isDamaged(files.map((file, index) => (index === 3 ? { ...file, body: Buffer.from('["other"]\n') } : file)))
  await isDamaged(
    withManifest((old) => ({ ...old, tables: old.tables.map((table) => ({ ...table, rows: table.rows + 1 })) })),
  )
  await expect(open(await encrypted(files))).resolves.toBeDefined()
  // Encrypted, but neither gzip nor tar.
  const garbage = Buffer.concat(
    await collect(encrypt(Readable.from([Buffer.from('garbage')]), await createFileKey(secret))),
  )
  await expect(open(garbage)).rejects.toThrow(/^This backup is damaged\.$/)
})

test('refuses a backup of newer code or of a different shop', async () => {
  const newer = await encrypted(
    withManifest((old) => ({ ...old, migrations: [...old.migrations, { name: '999-later.sql', checksum: 'x' }] })),
  )
  await expect(open(newer)).rejects.toThrow(
    /^This backup was made by a newer version of the shop \(it has 999-later\.sql\)\. Update the shop, then restore it\.$/,
  )
  const edited = await encrypted(
    withManifest((old) => ({ ...old, migrations: old.migrations.map((each) => ({ ...each, checksum: 'x' })) })),
  )
  await expect(open(edited)).rejects.toThrow(
    /^This backup is from a different shop: its migration 001-catalogue\.sql doesn’t match\.$/,
  )
  const future = await encrypted(withManifest((old) => ({ ...old, version: 2 })))
  await expect(open(future)).rejects.toThrow('made by a newer version of the shop')
})

test('leaves the database empty when loading fails', async () => {
  const orphan = files.map((file) => {
    if (!file.name.startsWith('tables/stock_levels/')) return file
    return { ...file, body: Buffer.from(file.body.toString().replace('bloomera-hair-skin-restore', 'no-such-product')) }
  })
  const hashes = new Map(orphan.map(({ name, body }) => [name, sha256Of(body)]))
  const changed = orphan.map((file) => {
    if (file.name !== MANIFEST_FILE) return file
    const manifest = JSON.parse(file.body.toString()) as Manifest
    for (const table of manifest.tables) for (const each of table.files) each.sha256 = hashes.get(each.name) ?? ''
    return { ...file, body: Buffer.from(JSON.stringify(manifest)) }
  })
  const { restoreInto } = await open(await encrypted(changed))
  await expect(restoreInto(target)).rejects.toThrow(/stock_levels_product_id_fkey/)
  expect(await isUntouched()).toBe(true)
})

test.each([
  ['a broken connection', new TypeError('terminated'), 'terminated'],
  ['a failing disk', Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }), 'EIO: i/o error, read'],
  [
    'a stream that ends early',
    Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }),
    'Premature close',
  ],
])('does not call a backup damaged because of %s', async (_, error, reason) => {
  let reads = 0
  async function* failing() {
    yield backup.subarray(0, 5000)
    throw error
  }
  const source = async () => ((reads += 1) === 1 ? Readable.from([backup]) : failing())
  await expect(openBackup({ source: async () => failing(), secret, migrationsFolder: MIGRATIONS })).rejects.toThrow(
    new BackupError(`The backup can’t be read: ${reason}`),
  )
  // The same while the rows are loaded.
  const { restoreInto } = await openBackup({ source, secret, migrationsFolder: MIGRATIONS })
  await expect(restoreInto(target)).rejects.toThrow(new BackupError(`The backup can’t be read: ${reason}`))
  expect(await isUntouched()).toBe(true)
})

test('refuses a backup that was replaced after it was verified', async () => {
  let reads = 0
  const replaced = await encrypted(
    files.map((file, index) => (index === 3 ? { ...file, body: Buffer.from('["x"]\n') } : file)),
  )
  const source = async () => Readable.from([(reads += 1) === 1 ? backup : replaced])
  const { restoreInto } = await openBackup({ source, secret, migrationsFolder: MIGRATIONS })
  await expect(restoreInto(target)).rejects.toThrow('This backup is damaged.')
  expect(await isUntouched()).toBe(true)
})

test('restores an older backup, then applies newer migrations', async () => {
  const newer = path.join(folder, 'migrations')
  await cp(MIGRATIONS, newer, { recursive: true })
  await writeFile(
    path.join(newer, '999-later.sql'),
    `create table later (product text); insert into later select id from products;`,
  )
  const { restoreInto } = await open(backup, { migrationsFolder: newer })
  await restoreInto(target)
  const [{ count } = {}] = await shop.current.withConnection((connection) =>
    connection.rows('select count(*)::int as count from products'),
  )
  expect(await rows('select count(*)::int as count from later')).toEqual([{ count }])
  expect(await migrate(target, newer)).toEqual([])
})

test('overwrites a database that is not empty only with --replace', async () => {
  await rows(`update products set name = 'Another shop' where id = 'pure-bloom'`)
  const { restoreInto } = await open(backup)
  await expect(restoreInto(target)).rejects.toThrow(
    /^This database isn’t empty\. Restore into an empty one, or pass --replace to overwrite it\.$/,
  )
  expect(await rows(`select name from products where id = 'pure-bloom'`)).toEqual([{ name: 'Another shop' }])
  await restoreInto(target, { isReplacing: true })
  expect(await rows(`select name from products where id = 'pure-bloom'`)).toEqual([{ name: 'Pure Bloom' }])
  // Tables that only the previous shop had are gone.
  expect(await rows(`select to_regclass('later')::text as later`)).toEqual([{ later: null }])
})

test.runIf(isPostgres)('never overwrites a running shop', async () => {
  await target.listen('page_tags', { onPayload: () => {}, onGap: () => {} })
  const { restoreInto } = await open(backup)
  await expect(restoreInto(target, { isReplacing: true })).rejects.toThrow(
    /^A shop is running on this database\. Stop it first\.$/,
  )
})
