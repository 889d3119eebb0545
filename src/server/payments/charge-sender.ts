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
  /** More than one request was sent, and one of them may still be in flight. */
  mayArriveLate: boolean
}

export interface ChargeSender {
  /** Sends the charge and retries with the same idempotency key while its outcome is unknown. Never throws. */
  send(attemptId: string, charge: Charge): Promise<SentCharge>
}

const REPEAT_PAUSE_MS = 500

/** Granted for a limited time, refused for good, or unavailable because the database cannot be reached. */
type Permission = { isFresh: () => boolean } | 'refused' | 'unavailable'

/**
 * The only code that charges cards. A process can be paused at any line for any time, and by then the buyer may have
 * been told that nothing was charged. So each send first renews its lease in the database as a fence, and a permission
 * expires quickly. A charge that still slips through, or is delayed in the network, is refunded (see settlement).
 */
export function createChargeSender({ database, gateway, till, timings, log }: ChargeSenderDeps): ChargeSender {
  async function askPermission(attemptId: string): Promise<Permission> {
    try {
      if (!(await till.isOpen())) return 'refused'
      const isFresh = freshFor(timings.permissionMs)
      return (await renewLease(database.orm, attemptId, timings.leaseMs)) ? { isFresh } : 'refused'
    } catch (error) {
      till.noteError(error)
      log.warn({ err: error }, 'charge not sent: could not reach the database')
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

/** Uses both clocks: the monotonic one stops while a VM is suspended, the wall clock can be changed. */
function freshFor(milliseconds: number): () => boolean {
  const start = { monotonic: performance.now(), wall: Date.now() }
  return () => performance.now() - start.monotonic <= milliseconds && Math.abs(Date.now() - start.wall) <= milliseconds
}
