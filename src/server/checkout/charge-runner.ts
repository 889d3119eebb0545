import type { Logger } from 'pino'
import type { RaiseAlert } from '#server/alerts/raise-alert.ts'
import type { AttemptRow } from '#server/payments/attempts.service.ts'
import { createChargeSender, type SentCharge } from '#server/payments/charge-sender.ts'
import type { Charge, PaymentGateway } from '#server/payments/gateway.ts'
import type { PaymentTimings } from '#server/payments/payment-timings.ts'
import type { Settlement } from '#server/payments/settlement.service.ts'
import type { Till } from '#server/payments/till.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { PayAnswer } from './pay-responses.ts'

export type ChargeRunnerDeps = {
  database: Database
  gateway: PaymentGateway
  settlement: Settlement
  raiseAlert: RaiseAlert
  till: Till
  timings: PaymentTimings
  log: Logger
}

/** A stored charge that this process may send. */
export type StoredCharge = Pick<AttemptRow, 'id' | 'orderId' | 'attemptNo'> & { orderNumber: string }

export type ChargeRunner = ReturnType<typeof createChargeRunner>

const WRITE_PAUSE_MS = 500
export const JOIN_PAUSE_MS = 100

/** Sends stored charges and settles them, whether or not someone is waiting for the outcome. */
export function createChargeRunner(parts: ChargeRunnerDeps) {
  const { database, gateway, settlement, raiseAlert, till, timings, log } = parts
  const { orm } = database
  const chargeSender = createChargeSender({ database, gateway, till, timings, log })
  const inFlight = new Set<Promise<unknown>>()

  async function settle(tx: Orm, stored: StoredCharge, { result, mayArriveLate }: SentCharge): Promise<void> {
    if ('payment' in result) return settlement.accept(tx, stored, result.payment)
    const { failure, cardFingerprint } = result
    switch (failure.verdict.kind) {
      case 'unknown':
        return settlement.leaveOpen(tx, stored, failure)
      case 'not-sent':
        return settlement.close(tx, stored, { state: 'not_sent', failure })
      case 'refused':
        await raiseAlert(tx, {
          kind: 'payment-refused',
          subject: failure.code ?? 'no code',
          detail: `Square answered ${failure.httpStatus} ${failure.code} to order ${stored.orderNumber}. Check the shop’s Square keys.`,
        })
        return settlement.close(tx, stored, { state: 'not_sent', failure })
      case 'declined':
      case 'card-again':
        return settlement.close(tx, stored, { state: 'declined', failure, cardFingerprint, mayArriveLate })
    }
  }

  /** Only this process knows the provider's response, so it keeps trying while the database is down. */
  async function persist(work: () => Promise<void>): Promise<void> {
    const end = performance.now() + timings.leaseMs
    for (;;) {
      try {
        return await work()
      } catch (error) {
        till.noteError(error)
        log.error({ err: error }, 'failed to store the result of a charge; retrying')
        if (performance.now() > end) throw error
        await sleep(WRITE_PAUSE_MS)
      }
    }
  }

  async function chargeAndSettle(stored: StoredCharge, toCharge: () => Promise<Charge>): Promise<void> {
    const sent = await chargeSender.send(stored.id, await toCharge())
    await persist(() => inTransaction(orm, (tx) => settle(tx, stored, sent)))
  }

  return {
    /** Continues even if the buyer stops waiting; the result is stored in the database. */
    run(stored: StoredCharge, toCharge: () => Promise<Charge>): Promise<void> {
      const tracked = chargeAndSettle(stored, toCharge)
        .catch((error: unknown) =>
          log.error({ err: error }, 'charge has no known outcome; leaving it to the reconciler'),
        )
        .finally(() => inFlight.delete(tracked))
      inFlight.add(tracked)
      return tracked
    },

    /**
     * Polls the database for the outcome for as long as a buyer should wait, because a webhook may know it first. The
     * charge is stored, so any error from here on means "pending", never "failed".
     */
    async follow<T extends Pick<AttemptRow, 'state'>>(
      read: () => Promise<T>,
      {
        work,
        answer,
        pending,
      }: { work: Promise<void> | undefined; answer: (current: T) => PayAnswer; pending: () => PayAnswer },
    ): Promise<PayAnswer> {
      const end = performance.now() + timings.answerMs
      try {
        for (;;) {
          await (work ? Promise.race([work, sleep(JOIN_PAUSE_MS)]) : undefined)
          const current = await read()
          if (current.state !== 'sending' || performance.now() > end) return answer(current)
          if (!work) await sleep(JOIN_PAUSE_MS)
        }
      } catch (error) {
        log.error({ err: error }, 'failed to read the outcome of a payment; responding with pending')
        return pending()
      }
    },

    async finish(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight)
    },
  }
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
