import { isConflict, isConnectionLoss, isRefusedCommit } from './database-error.ts'
import type { Orm } from './database.ts'

/** The answer to COMMIT was lost: the transaction may or may not have happened, and only a look can tell. */
export class UnknownCommit extends Error {
  override name = 'UnknownCommit'
}

const MAX_TRIES = 3
const BACK_OFF_MS = 20

/**
 * Runs a transaction, and runs it again when it surely did not commit: after a deadlock or a serialization failure, and
 * when the connection was lost before COMMIT was sent. The work must do nothing but SQL.
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
        throw new UnknownCommit('the answer to COMMIT was lost', { cause: error })
      if (tries >= MAX_TRIES || !(isConflict(error) || isConnectionLoss(error))) throw error
      await jitteredPause(tries)
    }
  }
}

/** Grows with the tries, and differs between the transactions that got in each other's way. */
function jitteredPause(tries: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, BACK_OFF_MS * 2 ** tries * (0.5 + Math.random())))
}
