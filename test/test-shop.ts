import path from 'node:path'
import { pino } from 'pino'
import type { Database } from '#server/db/database.ts'

const projectFolder = path.resolve(import.meta.dirname, '..')

/** The built shop, as it is deployed; only its database comes from the test. */
export async function createTestShop(database: Database, environment: Record<string, string> = {}) {
  const built = (await import(
    path.join(projectFolder, 'build/server/index.js')
  )) as typeof import('../src/server/entry.ts')
  // A mutant is a change of the source, which the build does not have; pages still come from the build.
  const { createShop, readEnv, serveStaticFiles } = process.env.TEST_SOURCE ? await import('./source-shop.ts') : built
  return createShop({
    env: readEnv({ NODE_ENV: 'test', ...environment }),
    log: pino({ level: 'silent' }),
    build: built.build,
    projectFolder,
    staticFiles: (headers) => serveStaticFiles(path.join(projectFolder, 'build/client'), headers),
    database,
  })
}
