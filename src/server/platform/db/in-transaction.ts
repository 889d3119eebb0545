import { isConflict, isConnectionLoss, isRefusedCommit } from './database-error.ts'
import type { Orm } from './database.ts'

/** The response to COMMIT was lost: the transaction may or may not have committed, and only a read can tell. */
export class UnknownCommit extends Error {
  override name = 'UnknownCommit'
}

const MAX_TRIES = 3
const BACK_OFF_MS = 20

/**
 * Runs a transaction and retries it if it certainly did not commit: after a deadlock or serialization failure, or if
 * the connection was lost before COMMIT was sent. `work` must be free of side effects other than SQL.
 */
export async function inTransaction<T>(orm: Orm, work: (tx: Orm) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    let isCommitting = false
    try {
      return await orm.transaction(async (tx) => {
        const result = await work(tx)
        isCommitting = true
        return result
      })
    } catch (error) {
      if (isCommitting && !isRefusedCommit(error))
        throw new UnknownCommit('the response to COMMIT was lost', { cause: error })
      if (tries >= MAX_TRIES || !(isConflict(error) || isConnectionLoss(error))) throw error
      await jitteredPause(tries)
    }
  }
}

/** Exponential back-off with jitter, so conflicting transactions do not collide again. */
function jitteredPause(tries: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, BACK_OFF_MS * 2 ** tries * (0.5 + Math.random())))
}
