import { FREE_TRIES, FREE_TRIES_PER_ACCOUNT, signInPauseMs } from '#domain/operators/sign-in-pause.ts'
import { retentionMs } from '#domain/time/retention.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { hashToken } from './secret-token.ts'
import { forgetFailures, lockFailures, storeFailures, touchFailures } from './sessions.queries.ts'

/** A counter of wrong tries. */
type Tally = { key: string; freeTries: number }
export type TryResult = { waitMs: number; failures: number }

/** A count expires a day after its last failure. */
const MEMORY_MS = retentionMs('sign-in-failures')

const tally = (subject: string, freeTries = FREE_TRIES): Tally => ({ key: hashToken(subject), freeTries })

export const TALLIES = {
  /** A stranger is counted by address and by account, whether or not the account exists. */
  stranger: (address: string, email: string): Tally[] => [
    tally(`${address} ${email}`),
    tally(`account ${email}`, FREE_TRIES_PER_ACCOUNT),
  ],
  /** A browser that has signed in before has its own counter: strangers can't make it wait. */
  device: (deviceToken: string, email: string): Tally[] => [tally(`device ${deviceToken} ${email}`)],
  confirmation: (operatorId: string): Tally[] => [tally(`confirmation ${operatorId}`)],
  recovery: (operatorId: string): Tally[] => [tally(`recovery ${operatorId}`)],
}

/** Counts wrong tries in the database, across processes and restarts, with back-off. */
export function createSignInTries({ orm }: Database, now: () => Date) {
  return {
    /** Counts the try before it is made, so that concurrent tries all count. Accepts none while any counter is paused. */
    take: (tallies: readonly Tally[]): Promise<TryResult> =>
      orm.transaction(async (tx) => {
        const at = now()
        const counts: { key: string; failures: number }[] = []
        let waitMs = 0
        for (const { key, freeTries } of tallies) {
          const known = await lockFailures(tx, key)
          const age = known ? at.getTime() - known.lastAt.getTime() : MEMORY_MS
          const failures = known && age < MEMORY_MS ? known.failures : 0
          waitMs = Math.max(waitMs, signInPauseMs(failures, freeTries) - age)
          counts.push({ key, failures: failures + 1 })
        }
        const failures = Math.max(...counts.map((count) => count.failures))
        if (waitMs > 0) return { waitMs, failures }
        for (const count of counts) await storeFailures(tx, count.key, count.failures, at)
        return { waitMs: 0, failures }
      }),

    /** The try was wrong. Written for every account, known or not, so that both cost the same. */
    keep: (tx: Orm, tallies: readonly Tally[]): Promise<void> =>
      touchFailures(
        tx,
        tallies.map(({ key }) => key),
        now(),
      ),

    /**
     * The sign-in succeeded. Clears the first tally and subtracts its count from the others, so that strangers'
     * failures for the same account still count.
     */
    async forgive(tx: Orm, tallies: readonly Tally[]): Promise<void> {
      let own = 0
      for (const [index, { key }] of tallies.entries()) {
        const known = await lockFailures(tx, key)
        if (!known) continue
        if (index === 0) own = known.failures
        const left = known.failures - own
        if (left > 0) await storeFailures(tx, key, left, known.lastAt)
        else await forgetFailures(tx, key)
      }
    },
  }
}
