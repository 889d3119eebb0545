import { type Dirent, existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { PGlite, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { makePrivateFolder } from '#server/platform/private-folder.ts'
import { StartError } from '#server/platform/start-error.ts'
import type { Database } from './database.ts'
import { lockFolder } from './lock-folder.ts'
import { PrivateNodeFs } from './private-node-fs.ts'

/** Where the database's files are, within a data folder. */
const FILES = 'shop'

/**
 * The shop's data is small. The default 128 MB of shared buffers would be zeroed at every start and take twice the
 * memory of the rest of the shop; the OS page cache holds what does not fit. The WAL sizes are the minimum of two
 * segments: they decide how many recycled segments a checkpoint keeps.
 */
export const PGLITE_OPTIONS = {
  extensions: { pg_trgm },
  // PGlite converts bytes one by one, which blocks this thread for a second per megabyte.
  serializers: { [types.BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` },
  parsers: { [types.BYTEA]: (hex: string) => new Uint8Array(Buffer.from(hex.slice(2), 'hex')) },
  startParams: [
    ...PGlite.defaultStartParams,
    ...['shared_buffers=16MB', 'min_wal_size=32MB', 'max_wal_size=64MB'].flatMap((setting) => ['-c', setting]),
  ],
}

/**
 * PGlite runs queries on this thread, and its promises resolve as microtasks: without a yield, the five queries of one
 * page would block all other requests until the last one is done.
 */
class YieldingPglite extends PGlite {
  override async query<T>(...query: Parameters<PGlite['query']>) {
    await yieldToEventLoop()
    return super.query<T>(...query)
  }
}

/** Created by the build; see scripts/empty-database.ts. */
export function emptyDatabaseFolder(projectFolder: string): string {
  return path.join(projectFolder, 'build/empty-database', FILES)
}

/**
 * PostgreSQL inside this process. Its data folder is locked, because two processes must not open it at once. A new one
 * starts as a copy of `emptyDatabase`, if there is such a folder.
 */
export async function openPglite(dataDir: string, emptyDatabase = ''): Promise<Database> {
  await makePrivateFolder(dataDir)
  const lock = await lockFolder(dataDir)
  try {
    const files = path.join(dataDir, FILES)
    if (existsSync(emptyDatabase) && !existsSync(files)) await copyWhole(emptyDatabase, files)
    const pglite = new YieldingPglite({ ...PGLITE_OPTIONS, fs: new PrivateNodeFs(files) })
    await pglite.waitReady
    return wrapPglite(pglite, () => lock.release())
  } catch (error) {
    await lock.release()
    throw error instanceof WebAssembly.RuntimeError ? unusable(dataDir, error) : error
  }
}

/** An interrupted copy leaves no partial database. Node's own copy would let other users into its folders. */
async function copyWhole(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`
  await rm(partial, { recursive: true, force: true })
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const copyOf = ({ parentPath, name }: Dirent) => path.join(partial, path.relative(from, parentPath), name)
  for (const folder of entries.filter((entry) => entry.isDirectory()))
    await mkdir(copyOf(folder), { recursive: true, mode: 0o700 })
  for (const file of entries.filter((entry) => entry.isFile()))
    await copyFile(path.join(file.parentPath, file.name), copyOf(file))
  await rename(partial, to)
}

/** PostgreSQL gives up on files that it can't read or repair; another try would fail the same way. */
function unusable(dataDir: string, cause: Error): StartError {
  return new StartError(
    `The database in ${dataDir} is damaged or the disk is full. Free some space, or move the folder away and restore a backup: npm run restore -- latest (docs/backup.md).`,
    { cause },
  )
}

/** Also used by tests, which pass their own instance. */
export function wrapPglite(pglite: PGlite, afterClose: () => Promise<void>): Database {
  const connection = {
    exec: async (statements: string) => void (await pglite.exec(statements)),
    rows: async (statement: string, parameters?: unknown[]) =>
      (await pglite.query<Record<string, unknown>>(statement, parameters)).rows,
  }
  const orm = drizzle({ client: pglite })
  return {
    engine: 'pglite',
    orm,
    pages: orm,
    withConnection: (work) => work(connection),
    listen: async (channel, { onPayload }) => void (await pglite.listen(channel, onPayload)),
    isBehind: () => false,
    ping: async () => void (await pglite.query('select 1')),
    close: async () => {
      await pglite.close()
      await afterClose()
    },
  }
}
