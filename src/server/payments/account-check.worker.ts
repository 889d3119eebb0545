import type { Database } from '#server/platform/db/database.ts'
import { definePeriodicJob } from '#server/platform/worker/periodic-job.ts'
import type { Queue } from '#server/platform/worker/queue.ts'
import type { AccountCheckService } from './account-check.service.ts'
import type { GoLive } from './go-live.service.ts'

const EVERY_MS = 600_000

/** A token is revoked, a subscription deleted while the shop is open: the owner hears of it, and the shop stays open. */
export function createAccountWatch(
  database: Database,
  accountCheck: AccountCheckService,
  goLive: Pick<GoLive, 'noteIfDone'>,
): Queue {
  return definePeriodicJob({
    database,
    name: 'square_account',
    everyMs: EVERY_MS,
    async run() {
      await accountCheck.checkAndRecord()
      await goLive.noteIfDone()
    },
  })
}
