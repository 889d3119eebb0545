/**
 * Global setup per engine: one database with schema and catalog, which every test file copies. Creating one takes
 * seconds, a copy a fraction of that.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { PGLITE_OPTIONS, wrapPglite } from '#server/platform/db/open-pglite.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { seedShop } from '#server/seed-shop.ts'
import { startPostgres } from '#test/postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PGlite dump, or the URL of the PostgreSQL server. */
    databaseTemplate: string
  }
}

export const MIGRATIONS = path.resolve(import.meta.dirname, '../db/migrations')
/** Demo reviews are dated back from here, so that every run sees the same days. */
const SEEDED_AT = new Date('2026-11-01T12:00:00Z')

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bloomera-test-'))
  const stop =
    project.name === 'postgres' ? await preparePostgres(project, folder) : await preparePglite(project, folder)
  return async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(database: Database): Promise<void> {
  await migrate(database, MIGRATIONS)
  await seedShop(database, { withDemoData: true, now: SEEDED_AT })
}

async function preparePglite(project: TestProject, folder: string): Promise<() => Promise<void>> {
  const pglite = await PGlite.create(PGLITE_OPTIONS)
  const database = wrapPglite(pglite, async () => {})
  await fill(database)
  const dump = path.join(folder, 'template.tar')
  await writeFile(dump, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await database.close()
  project.provide('databaseTemplate', dump)
  return async () => {}
}

async function preparePostgres(project: TestProject, folder: string): Promise<() => Promise<void>> {
  const { server, address } = await startPostgres(folder)
  try {
    await server.createDatabase('template_shop')
    const database = openPostgres({ url: `${address}/template_shop` })
    await fill(database)
    await database.close()
  } catch (error) {
    // Vitest calls no teardown for a setup that failed.
    await server.stop()
    throw error
  }
  project.provide('databaseTemplate', address)
  return () => server.stop()
}
