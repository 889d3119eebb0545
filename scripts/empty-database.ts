/**
 * Creates the built-in database that a new shop starts with, next to the build: all tables, no rows. PostgreSQL takes
 * seconds to set it up; copying it takes a moment. Reused until PGlite or the migrations change.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { emptyDatabaseFolder, openPglite } from '../src/server/platform/db/open-pglite.ts'

const project = path.resolve(import.meta.dirname, '..')
const folder = path.dirname(emptyDatabaseFolder(project))
const migrations = path.join(project, 'db/migrations')
const stamp = path.join(folder, '.inputs')
const inputs = [
  path.join(project, 'node_modules/@electric-sql/pglite/package.json'),
  ...(await readdir(migrations)).toSorted().map((name) => path.join(migrations, name)),
]
const hash = createHash('sha256')
for (const file of inputs) hash.update(await readFile(file))
const wanted = hash.digest('hex')

if ((await readFile(stamp, 'utf8').catch(() => '')) !== wanted) {
  await rm(folder, { recursive: true, force: true })
  const database = await openPglite(folder)
  await migrate(database, migrations)
  await database.close()
  await writeFile(stamp, wanted)
}
