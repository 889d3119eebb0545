import path from 'node:path'
import { pino } from 'pino'
import type { Database } from '#server/db/database.ts'

const projectFolder = path.resolve(import.meta.dirname, '..')

/** The built shop, as it is deployed; only its database comes from the test. */
export async function createTestShop(database: Database, environment: Record<string, string> = {}) {
  const { build, createShop, readEnv, serveStaticFiles } = (await import(
    path.join(projectFolder, 'build/server/index.js')
  )) as typeof import('../src/server/entry.ts')
  return createShop({
    env: readEnv({ NODE_ENV: 'test', ...environment }),
    log: pino({ level: 'silent' }),
    build,
    projectFolder,
    staticFiles: (headers) => serveStaticFiles(path.join(projectFolder, 'build/client'), headers),
    database,
  })
}
