import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { PGLITE_OPTIONS, wrapPglite } from '#server/db/open-pglite.ts'
import { openPostgres } from '#server/db/open-postgres.ts'

export const isPostgres = process.env.TEST_ENGINE === 'postgres'

/** A database of this test file's own, on the engine of the day, with the catalogue and the demo reviews in it. */
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
  const admin = postgres(`${address}/postgres`, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name} template template_shop`)
  await admin.end()
  // The shop gives a statement three seconds; of those, a busy machine may lose some to other tests.
  const url = `${address}/${name}?statement_timeout=30000`
  return { database: openPostgres({ url }), openAnother: async () => openPostgres({ url }) }
}
