import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { PGLITE_OPTIONS, wrapPglite } from '#server/platform/db/open-pglite.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'

export async function openEmptyPglite(): Promise<Database> {
  return wrapPglite(await PGlite.create(PGLITE_OPTIONS), async () => {})
}

/** Needs the test server, so it works in the `postgres` project only. */
export async function openEmptyPostgres(): Promise<Database> {
  return openPostgres({ url: await createEmptyPostgres(), statementTimeoutMs: 60_000 })
}

/** Returns the URL of a new database. */
export async function createEmptyPostgres(): Promise<string> {
  const address = inject('databaseTemplate')
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  const admin = openPostgres({ url: `${address}/postgres`, statementTimeoutMs: 60_000 })
  await admin.withConnection((connection) => connection.exec(`create database ${name}`))
  await admin.close()
  return `${address}/${name}`
}
