import { cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPglite } from './open-pglite.ts'

test('says what to do about a damaged database, and does not leave its folder locked', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'damaged-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [good, other] = [path.join(folder, 'good'), path.join(folder, 'other')]
  for (const dataDir of [good, other]) await (await openPglite(dataDir)).close()
  // As after a folder was copied while the shop ran.
  await rm(path.join(good, 'shop/pg_wal'), { recursive: true })
  await cp(path.join(other, 'shop/pg_wal'), path.join(good, 'shop/pg_wal'), { recursive: true })

  await expect(openPglite(good)).rejects.toThrow(/is damaged or the disk is full\. .* npm run restore -- latest/)
  await expect(openPglite(good)).rejects.toThrow(/is damaged/)
})

test('starts as a copy of an empty database, and never copies over an existing one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'copied-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const template = path.join(folder, 'template')
  const prepared = await openPglite(template)
  await prepared.withConnection((connection) => connection.exec('create table prepared (id int)'))
  await prepared.close()

  const dataDir = path.join(folder, 'data')
  // As after a copy that was interrupted.
  await mkdir(path.join(dataDir, 'shop.partial/base'), { recursive: true })
  const tablesAfterOpening = async () => {
    const database = await openPglite(dataDir, path.join(template, 'shop'))
    const tables = await database.withConnection(async (connection) => {
      const rows = await connection.rows(
        `select relname from pg_class where relname in ('prepared', 'written') order by 1`,
      )
      await connection.exec('create table if not exists written (id int)')
      return rows.map(({ relname }) => relname)
    })
    await database.close()
    return tables
  }
  expect(await tablesAfterOpening()).toEqual(['prepared'])
  expect(await tablesAfterOpening()).toEqual(['prepared', 'written'])
  expect((await readdir(dataDir)).filter((name) => name.startsWith('shop'))).toEqual(['shop'])
  for (const name of ['shop', 'shop/base', 'shop/pg_wal/archive_status', 'shop/PG_VERSION'])
    expect((await stat(path.join(dataDir, name))).mode & 0o077, name).toBe(0)
})
