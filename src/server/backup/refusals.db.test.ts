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
import { createFolderTarget } from './folder-target.ts'
import { makeBackup } from './make-backup.ts'
import { type Manifest, MANIFEST_FILE } from './manifest.ts'
import { readFiles, sha256Of } from './read-archive.ts'
import { openBackup } from './restore.ts'
import { type BackupSecret, seal } from './seal.ts'
import { tarEnd, tarFile, type TarFile } from './tar.ts'

const secret: BackupSecret = { kind: 'key', key: randomBytes(32) }
const shop = useTestDatabase()
let folder = ''
let backup: Buffer = Buffer.alloc(0)
let files: TarFile[] = []
let target: Database

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'refusals-'))
  const { name } = await makeBackup(shop.current, createFolderTarget(folder), secret, new Date())
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

/** A backup that is sealed as it should be, with other files in it. */
async function sealed(changed: readonly TarFile[]): Promise<Buffer> {
  const tar = Buffer.concat([...changed.map(({ name, body }) => tarFile(name, body, new Date())), tarEnd()])
  return Buffer.concat(await collect(seal(Readable.from([gzipSync(tar)]), secret)))
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

test('a damaged, truncated or foreign file, and one of another key, is refused with a sentence', async () => {
  const damaged = Buffer.from(backup)
  damaged[Math.floor(damaged.length / 2)] = (damaged[Math.floor(damaged.length / 2)] ?? 0) ^ 1
  await expect(open(damaged)).rejects.toThrow(/^This backup is damaged\.$/)
  await expect(open(backup.subarray(0, -1))).rejects.toThrow(/^This backup is cut short: its end is missing\.$/)
  await expect(open(gzipSync('another file'))).rejects.toThrow(/^This file is not a backup of the shop\.$/)
  const other: BackupSecret = { kind: 'key', key: randomBytes(32) }
  await expect(open(backup, { secret: other })).rejects.toThrow(/^This backup was made with another key\.$/)
})

test('a backup that was sealed as it should be, but does not hold what its manifest says, is refused', async () => {
  const isDamaged = (changed: readonly TarFile[]) =>
    expect(sealed(changed).then((bytes) => open(bytes))).rejects.toThrow(/^This backup is damaged\.$/)
  const manifest = files.findIndex(({ name }) => name === MANIFEST_FILE)
  await isDamaged(files.filter((_, index) => index !== 3))
  await isDamaged(files.toSpliced(manifest, 1))
  await isDamaged([...files, { name: 'tables/more/000001.ndjson', body: Buffer.from('[]\n') }])
  await isDamaged(files.toSpliced(3, 0, { name: 'tables/more/000001.ndjson', body: Buffer.from('[]\n') }))
  // As many rows as before, one letter of which is another.
  await isDamaged(
    files.map((file, index) =>
      index === 3 ? { ...file, body: Buffer.from(file.body.toString().replace(/[a-z]/, 'X')) } : file,
    ),
  )
  await isDamaged(files.map((file, index) => (index === 3 ? { ...file, body: Buffer.from('["other"]\n') } : file)))
  await isDamaged(
    withManifest((old) => ({ ...old, tables: old.tables.map((table) => ({ ...table, rows: table.rows + 1 })) })),
  )
  await expect(open(await sealed(files))).resolves.toBeDefined()
  // Sealed, but neither packed nor a tar.
  const loose = Buffer.concat(await collect(seal(Readable.from([Buffer.from('loose')]), secret)))
  await expect(open(loose)).rejects.toThrow(/^This backup is damaged\.$/)
})

test('a backup of newer code is refused, and one of another shop', async () => {
  const newer = await sealed(
    withManifest((old) => ({ ...old, migrations: [...old.migrations, { name: '999-later.sql', checksum: 'x' }] })),
  )
  await expect(open(newer)).rejects.toThrow(
    /^This backup was made by a newer version of the shop \(it has 999-later\.sql\)\. Update the shop, then restore it\.$/,
  )
  const edited = await sealed(
    withManifest((old) => ({ ...old, migrations: old.migrations.map((each) => ({ ...each, checksum: 'x' })) })),
  )
  await expect(open(edited)).rejects.toThrow(
    /^This backup was made by another shop: its migration 001-catalogue\.sql is a different one\.$/,
  )
  const future = await sealed(withManifest((old) => ({ ...old, version: 2 })))
  await expect(open(future)).rejects.toThrow('made by a newer version of the shop')
})

test('what turns out wrong only while it is loaded leaves the database as empty as it was', async () => {
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
  const { restoreInto } = await open(await sealed(changed))
  await expect(restoreInto(target)).rejects.toThrow(/stock_levels_product_id_fkey/)
  expect(await isUntouched()).toBe(true)
})

test('a backup that is exchanged between the check and the restore is noticed', async () => {
  let reads = 0
  const exchanged = await sealed(
    files.map((file, index) => (index === 3 ? { ...file, body: Buffer.from('["x"]\n') } : file)),
  )
  const source = async () => Readable.from([(reads += 1) === 1 ? backup : exchanged])
  const { restoreInto } = await openBackup({ source, secret, migrationsFolder: MIGRATIONS })
  await expect(restoreInto(target)).rejects.toThrow('This backup is damaged.')
  expect(await isUntouched()).toBe(true)
})

test('an older backup is restored as it was and then migrated on', async () => {
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

test('a database with a shop in it is refused, and replaced only when told so', async () => {
  await rows(`update products set name = 'Another shop' where id = 'pure-bloom'`)
  const { restoreInto } = await open(backup)
  await expect(restoreInto(target)).rejects.toThrow(
    /^There is a shop in this database already\. Restore into an empty one, or say --replace to put the backup in its place\.$/,
  )
  expect(await rows(`select name from products where id = 'pure-bloom'`)).toEqual([{ name: 'Another shop' }])
  await restoreInto(target, { isReplacing: true })
  expect(await rows(`select name from products where id = 'pure-bloom'`)).toEqual([{ name: 'Pure Bloom' }])
  // What the other shop had besides is gone with it.
  expect(await rows(`select to_regclass('later')::text as later`)).toEqual([{ later: null }])
})

test.runIf(isPostgres)('a shop that runs is never replaced under its feet', async () => {
  await target.listen('page_tags', { onPayload: () => {}, onGap: () => {} })
  const { restoreInto } = await open(backup)
  await expect(restoreInto(target, { isReplacing: true })).rejects.toThrow(
    /^A shop is running on this database\. Stop it first\.$/,
  )
})
