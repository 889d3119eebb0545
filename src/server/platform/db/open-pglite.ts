import path from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { makePrivateFolder } from '#server/platform/private-folder.ts'
import type { Database } from './database.ts'
import { lockFolder } from './lock-folder.ts'
import { PrivateNodeFs } from './private-node-fs.ts'

/**
 * A shop's data is small. The usual 128 MB for it would be cleared at every start and be twice the memory of all the
 * rest of the shop; what does not fit is still in the system's own memory of the files. The log sizes are the smallest
 * that two segments allow: they decide how many used ones a checkpoint keeps.
 */
export const PGLITE_OPTIONS = {
  extensions: { pg_trgm },
  startParams: [
    ...PGlite.defaultStartParams,
    ...['shared_buffers=16MB', 'min_wal_size=32MB', 'max_wal_size=64MB'].flatMap((setting) => ['-c', setting]),
  ],
}

/**
 * A query here is work of this thread, and the promises around it let nothing else in between: without a pause, the
 * five queries of one page would keep everyone else waiting until the last is done.
 */
class YieldingPglite extends PGlite {
  override async query<T>(...query: Parameters<PGlite['query']>) {
    await yieldToEventLoop()
    return super.query<T>(...query)
  }
}

/** PostgreSQL inside this process, its files in a folder that no other process may use at the same time. */
export async function openPglite(dataDir: string): Promise<Database> {
  await makePrivateFolder(dataDir)
  const lock = await lockFolder(dataDir)
  try {
    const pglite = new YieldingPglite({ ...PGLITE_OPTIONS, fs: new PrivateNodeFs(path.join(dataDir, 'shop')) })
    await pglite.waitReady
    return wrapPglite(pglite, () => lock.release())
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Also used by tests, which bring an instance of their own. */
export function wrapPglite(pglite: PGlite, afterClose: () => Promise<void>): Database {
  const connection = {
    exec: async (statements: string) => void (await pglite.exec(statements)),
    rows: async (statement: string, parameters?: unknown[]) =>
      (await pglite.query<Record<string, unknown>>(statement, parameters)).rows,
  }
  return {
    engine: 'pglite',
    orm: drizzle({ client: pglite }),
    withConnection: (work) => work(connection),
    listen: async (channel, { onPayload }) => void (await pglite.listen(channel, onPayload)),
    ping: async () => void (await pglite.query('select 1')),
    close: async () => {
      await pglite.close()
      await afterClose()
    },
  }
}
