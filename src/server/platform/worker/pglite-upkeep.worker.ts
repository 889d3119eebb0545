import type { Database } from '#server/platform/db/database.ts'
import { runPgliteUpkeep } from '#server/platform/db/pglite-upkeep.ts'
import { definePeriodicJob } from './periodic-job.ts'
import type { Queue } from './queue.ts'

const EVERY_MS = 60_000

export function createPgliteUpkeep(database: Pick<Database, 'orm' | 'withConnection'>): Queue {
  return definePeriodicJob({ database, name: 'upkeep', everyMs: EVERY_MS, run: () => runPgliteUpkeep(database) })
}
