import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkDatabase } from '#server/platform/db/check-database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { seedShop } from '#server/seed-shop.ts'
import { eventually } from './eventually.ts'
import { startPostgres } from './postgres-server.ts'

const migrations = path.resolve(import.meta.dirname, '../db/migrations')
/** Where Debian puts each version that is installed; the tests' own is the newest. */
const DEBIAN = '/usr/lib/postgresql'
const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((name) => Number(name) >= 15) : []
if (versions.length === 0)
  process.stdout.write(`Older versions of PostgreSQL are not tested: there is none in ${DEBIAN}.\n`)

test.skipIf(versions.length === 0).each(versions)(
  'PostgreSQL %s runs every migration and the seed, and notifies of changes',
  async (version) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'version-'))
    const postgres = await startPostgres(path.join(folder, 'server'), path.join(DEBIAN, version))
    await postgres.server.createDatabase('shop')
    const database = openPostgres({ url: `${postgres.address}/shop`, statementTimeoutMs: 60_000 })
    try {
      await checkDatabase(database)
      await migrate(database, migrations)
      expect(await seedShop(database, { withDemoData: true, now: new Date() })).toBe(true)
      const heard: string[] = []
      await database.listen('page_tags', { onPayload: (tags) => heard.push(tags), onGap: () => {} })
      await database.withConnection((connection) =>
        connection.rows(`update products set name = 'Another Bloom' where id = 'pure-bloom'`),
      )
      await eventually(() => heard.some((tags) => tags.includes('product:pure-bloom')))
      const [row] = await database.withConnection((connection) => connection.rows('show server_version_num'))
      expect(String(row?.server_version_num).slice(0, 2)).toBe(version)
    } finally {
      await database.close()
      await postgres.server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
