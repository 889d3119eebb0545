import type { Logger } from 'pino'
import { isDiskFull } from '#server/platform/db/database-error.ts'

export type TillDeps = {
  hasDiskSpace: () => Promise<boolean>
  /** Best effort: the disk may be too full to store the alert. */
  raiseAlert: () => Promise<void>
  log: Logger
  /** Monotonic milliseconds. */
  clock: () => number
}

/** Decides whether the shop may charge cards: not while the result of a charge could not be stored. */
export interface Till {
  /** Probes the database at most once a second. Throws if it cannot be reached. */
  isOpen(): Promise<boolean>
  /** A full disk closes the till until a probe succeeds; other errors are ignored. */
  noteError(error: unknown): void
}

const PROBE_EVERY_MS = 1000

export function createTill({ hasDiskSpace, raiseAlert, log, clock }: TillDeps): Till {
  let latest: { isOpen: boolean; at: number } | undefined
  let probing: Promise<boolean> | undefined

  function set(isOpen: boolean): void {
    if (!isOpen && latest?.isOpen !== false) {
      log.error('database disk full; no cards are charged until there is space')
      raiseAlert().catch((error: unknown) => log.error({ err: error }, 'failed to alert the owner'))
    }
    if (isOpen && latest?.isOpen === false) log.info('database has disk space again; charging cards again')
    latest = { isOpen, at: clock() }
  }

  async function probe(): Promise<boolean> {
    const isOpen = await hasDiskSpace()
    set(isOpen)
    return isOpen
  }

  return {
    async isOpen() {
      if (latest && clock() - latest.at < PROBE_EVERY_MS) return latest.isOpen
      probing ??= probe().finally(() => (probing = undefined))
      return probing
    },
    noteError(error) {
      if (isDiskFull(error)) set(false)
    },
  }
}
