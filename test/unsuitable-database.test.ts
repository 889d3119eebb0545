import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { startPostgres } from './postgres-server.ts'
import { startShopProcess } from './shop-process.ts'

let folder = ''
let postgres: Awaited<ReturnType<typeof startPostgres>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'unsuitable-'))
  postgres = await startPostgres(folder)
  const admin = openPostgres({ url: `${postgres.address}/postgres`, statementTimeoutMs: 30_000 })
  await admin.withConnection((connection) =>
    connection.exec("create database ascii encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0"),
  )
  await admin.withConnection((connection) => connection.exec('create role clerk login'))
  await admin.close()
})

afterAll(async () => {
  await postgres.server.stop()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  ['postgres', 'ascii', 1, /^The database ascii is encoded as SQL_ASCII, but the shop needs UTF8\. .*\n$/],
  [
    'clerk',
    'postgres',
    2,
    /^The role clerk isn't allowed to create tables in the schema public\. .*\nThe role clerk .*\n$/,
  ],
])('exits with what is wrong as %s on the database %s with %i workers', async (role, name, workers, sentences) => {
  const url = new URL(`${postgres.address}/${name}`)
  url.username = role
  const shop = await startShopProcess({
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: url.href,
    WEB_CONCURRENCY: String(workers),
  })
  expect(await shop.ended).toBe(1)
  expect(shop.output().replace(/\n +Bloomera is open at .*\n( +Its emails are at .*\n)?/g, '')).toMatch(sentences)
})
