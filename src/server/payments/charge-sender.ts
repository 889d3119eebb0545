import type { Logger } from 'pino'
import { judgeProviderError } from '#domain/money/payment-verdict.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Charge, ChargeResult, PaymentGateway } from './gateway.ts'
import type { PaymentTimings } from './payment-timings.ts'
import { renewLease } from './payments.queries.ts'
import type { Till } from './till.ts'

export type ChargeSenderDeps = {
  database: Database
  gateway: PaymentGateway
  till: Till
  timings: Pick<PaymentTimings, 'callMs' | 'chargeMs' | 'leaseMs' | 'permissionMs'>
  log: Logger
}

export type SentCharge = {
  result: ChargeResult
  /** More than one request left this machine, and one of them may still be on its way. */
  mayArriveLate: boolean
}

export interface ChargeSender {
  /** Sends the charge, again under the same key while its outcome is unknown. Never throws. */
  send(attemptId: string, charge: Charge): Promise<SentCharge>
}

const REPEAT_PAUSE_MS = 500

/** Granted at a moment; refused for good; or the database could not be asked. */
type Permission = { isFresh: () => boolean } | 'refused' | 'unavailable'

/**
 * The only code that charges cards. A process may be paused at any line for any time, and by then the buyer may have been
 * told that nothing was taken: so every send asks the database first whether the charge is still this process's to send,
 * and an old answer does not count. What slips through after the answer, or is held up in the network, goes back
 * (see settlement).
 */
export function createChargeSender({ database, gateway, till, timings, log }: ChargeSenderDeps): ChargeSender {
  async function askPermission(attemptId: string): Promise<Permission> {
    try {
      if (!(await till.isOpen())) return 'refused'
      const isFresh = freshFor(timings.permissionMs)
      return (await renewLease(database.orm, attemptId, timings.leaseMs)) ? { isFresh } : 'refused'
    } catch (error) {
      till.noteError(error)
      log.warn({ err: error }, 'a charge is not sent while the database cannot be asked')
      return 'unavailable'
    }
  }

  return {
    async send(attemptId, charge) {
      const end = performance.now() + timings.chargeMs
      let sends = 0
      for (let tries = 0; ; tries += 1) {
        const isRepeat = sends > 0
        let result: ChargeResult = { failure: { verdict: judgeProviderError({ isUnsent: true }, { isRepeat }) } }
        const permission = await askPermission(attemptId)
        if (permission === 'refused') return { result, mayArriveLate: isRepeat }
        if (permission !== 'unavailable') {
          let isSent = false
          const maySend = () => (isSent = permission.isFresh())
          const timeoutMs = Math.min(timings.callMs, Math.max(end - performance.now(), REPEAT_PAUSE_MS))
          result = await gateway.charge(charge, { isRepeat, timeoutMs, maySend })
          if (isSent) sends += 1
          if (isSent && isFinal(result)) return { result, mayArriveLate: sends > 1 }
        }
        const pause = REPEAT_PAUSE_MS * 2 ** tries
        if (performance.now() + pause > end) return { result, mayArriveLate: sends > 1 }
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    },
  }
}

function isFinal(result: ChargeResult): boolean {
  if (!('failure' in result)) return true
  const { verdict } = result.failure
  return verdict.kind !== 'unknown' || verdict.isSuspicious
}

/** By both clocks: the monotonic one stands still in a snapshot of a machine, the other one can be set. */
function freshFor(milliseconds: number): () => boolean {
  const start = { monotonic: performance.now(), wall: Date.now() }
  return () => performance.now() - start.monotonic <= milliseconds && Math.abs(Date.now() - start.wall) <= milliseconds
}
