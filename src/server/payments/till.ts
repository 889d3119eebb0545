import type { Logger } from 'pino'
import { isDiskFull } from '#server/platform/db/database-error.ts'

export type TillDeps = {
  hasDiskSpace: () => Promise<boolean>
  /** Best effort: there may be no room for the alert either. */
  raiseAlert: () => Promise<void>
  log: Logger
  /** Monotonic milliseconds. */
  clock: () => number
}

/** Whether the shop may take money: not while the result of a charge could not be written down. */
export interface Till {
  /** Asks the database at most once a second. Throws when it cannot be asked. */
  isOpen(): Promise<boolean>
  /** A full disk closes the till until a probe succeeds; any other error changes nothing. */
  noteError(error: unknown): void
}

const PROBE_EVERY_MS = 1000

export function createTill({ hasDiskSpace, raiseAlert, log, clock }: TillDeps): Till {
  let latest: { isOpen: boolean; at: number } | undefined
  let probing: Promise<boolean> | undefined

  function set(isOpen: boolean): void {
    if (!isOpen && latest?.isOpen !== false) {
      log.error('the disk of the database is full; no card is charged until there is space')
      raiseAlert().catch((error: unknown) => log.error({ err: error }, 'the owner could not be alerted'))
    }
    if (isOpen && latest?.isOpen === false) log.info('the database has disk space again; cards are charged again')
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
