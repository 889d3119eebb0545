import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { PGLITE_OPTIONS, wrapPglite } from '#server/platform/db/open-pglite.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'

export const isPostgres = process.env.TEST_ENGINE === 'postgres'

/** The shop's statement timeout is three seconds; other tests on a busy machine may use some of that. */
const PATIENT = { statementTimeoutMs: 30_000 }

/** A database for this test file, on the engine under test, with the catalog and the demo reviews. */
export function useTestDatabase(): { current: Database; openAnother: () => Promise<Database> } {
  const holder = { current: undefined as unknown as Database, openAnother: async () => holder.current }
  beforeAll(async () => {
    const { database, openAnother } = isPostgres ? await copyPostgres() : await copyPglite()
    holder.current = database
    holder.openAnother = openAnother
  })
  afterAll(() => holder.current.close())
  return holder
}

async function copyPglite() {
  const pglite = await PGlite.create({
    ...PGLITE_OPTIONS,
    loadDataDir: await openAsBlob(inject('databaseTemplate')),
  })
  const database = wrapPglite(pglite, async () => {})
  return { database, openAnother: async () => database }
}

async function copyPostgres() {
  const address = inject('databaseTemplate')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = openPostgres({ url: `${address}/postgres`, ...PATIENT })
  await admin.withConnection((connection) => connection.exec(`create database ${name} template template_shop`))
  await admin.close()
  const open = () => openPostgres({ url: `${address}/${name}`, ...PATIENT })
  return { database: open(), openAnother: async () => open() }
}
