import { nextLookMs } from '#domain/orders/package-progress.ts'
import { backOffMs } from '#domain/time/back-off.ts'
import { recordProgress } from '#server/orders/orders.service.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { defineQueue, type Queue } from '#server/platform/worker/queue.ts'
import type { CarrierAccounts } from './carrier-account.service.ts'
import { CarrierAway, CarrierRefusal } from './carrier.ts'
import {
  claimLooks,
  claimPurchases,
  labelDepth,
  type LabelRow,
  lookDepth,
  postponePurchase,
  setNextLook,
} from './labels.queries.ts'
import { PURCHASE_LEASE_MS } from './labels.service.ts'
import type { FinishPurchase } from './purchase.ts'

type LabelWorkerDeps = {
  database: Database
  accounts: Pick<CarrierAccounts, 'open'>
  finish: FinishPurchase
  now: () => Date
}

const EVERY_MS = 30_000
const BATCH = 10
const LOOK_LEASE_MS = 60_000
/** Money may have been spent, so retry indefinitely, eventually once an hour. */
const PURCHASE_RETRY = { firstMs: 10_000, longestMs: 60 * 60_000, maxAttempts: Infinity }
const LOOK_RETRY = { firstMs: 10 * 60_000, longestMs: 24 * 60 * 60_000, maxAttempts: Infinity }

/** Completes purchases whose response was lost, and checks where packages are. */
export function createLabelQueues({ database, accounts, finish, now }: LabelWorkerDeps): Queue[] {
  const { orm } = database

  async function look({ orderId, trackingNumber, providerId }: LabelRow): Promise<number | undefined> {
    const carrier = await accounts.open()
    if (!carrier || !providerId || !trackingNumber) throw new CarrierAway('No carrier is connected.')
    const { report } = await carrier.find(providerId)
    const found = await inTransaction(orm, (tx) => recordProgress(tx, { orderId, trackingNumber }, report))
    const shippedAt = found?.shippedAt ?? now()
    return nextLookMs(found?.progress ?? undefined, now().getTime() - shippedAt.getTime())
  }

  return [
    defineQueue<LabelRow>({
      name: 'labels',
      depth: labelDepth,
      pace: { everyMs: EVERY_MS },
      lease: { limit: BATCH, leaseMs: PURCHASE_LEASE_MS },
      claim: (lease) => claimPurchases(orm, lease),
      describe: ({ id, attempts }) => ({ label: id, attempts }),
      work: async (label) => ((await finish(label)).state === 'open' ? 'unfinished' : undefined),
      retry: {
        delayMs: ({ attempts }) => backOffMs(attempts, PURCHASE_RETRY),
        postpone: (label, { retryInMs }) => postponePurchase(orm, label, retryInMs),
      },
    }),
    defineQueue<LabelRow, number | undefined>({
      name: 'tracking',
      depth: lookDepth,
      channel: 'labels',
      pace: { everyMs: EVERY_MS },
      lease: { limit: BATCH, leaseMs: LOOK_LEASE_MS },
      claim: (lease) => claimLooks(orm, lease),
      describe: ({ id, looks }) => ({ label: id, looks }),
      work: look,
      record: ({ id }, next) => setNextLook(orm, id, next),
      retry: {
        // A shipment that the provider doesn't know now won't be known later.
        delayMs: ({ looks }, error) =>
          error instanceof CarrierRefusal && error.reason !== 'key'
            ? LOOK_RETRY.longestMs
            : backOffMs(looks, LOOK_RETRY),
        postpone: ({ id }, { retryInMs }) => setNextLook(orm, id, retryInMs),
      },
    }),
  ]
}
