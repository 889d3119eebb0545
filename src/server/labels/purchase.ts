import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { formatCents } from '#domain/money/cents.ts'
import { isUnshipped } from '#domain/orders/order-questions.ts'
import { serviceName } from '#domain/orders/service-name.ts'
import { addressLines } from '#server/orders/address-lines.ts'
import { findOrder, lockOrder, type OrderRow, updateOrder } from '#server/orders/orders.service.ts'
import { addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { CarrierAccounts } from './carrier-account.service.ts'
import {
  type BoughtLabel,
  type Carrier,
  CarrierAway,
  CarrierRefusal,
  type CarrierShipment,
  type PostalAddress,
} from './carrier.ts'
import { type LabelRow, markBought, markFailed, setImage, setProviderId } from './labels.queries.ts'

export type PurchaseResult =
  | { state: 'bought'; costCents: number; trackingNumber: string }
  | { state: 'failed'; problem: string }
  /** Another process has taken over. */
  | { state: 'open' }

export type PurchaseDeps = {
  database: Database
  accounts: Pick<CarrierAccounts, 'openAccount'>
  shipFrom: () => PostalAddress | undefined
  log: Logger
}

export type FinishPurchase = (label: LabelRow) => Promise<PurchaseResult>

const MOVED_ON = 'The order can no longer be shipped.'
const OTHER_ACCOUNT = 'The EasyPost account was changed before the label was bought.'
const ASK_OTHER_ACCOUNT =
  'The EasyPost account was changed before this purchase was confirmed. Look in the account you used before: if it has the label, void it there.'

/** Salted with the order, so that the same address on two orders can't be recognized. */
export function addressHash(order: OrderRow): string {
  return createHash('sha256')
    .update([order.id, ...addressLines(order)].join('\n'))
    .digest('base64url')
}

/**
 * Buys the label of a stored purchase, or finds out that it was bought. Each purchase has one shipment at the provider,
 * stored before any money is spent, and the provider sells one label for a shipment: so it's safe to run again after a
 * crash or a lost response. Throws `CarrierAway` as long as the outcome is unknown.
 */
export function createFinishPurchase({ database, accounts, shipFrom, log }: PurchaseDeps): FinishPurchase {
  const { orm } = database

  async function end(label: LabelRow, problem: string): Promise<PurchaseResult> {
    await markFailed(orm, label, problem)
    return { state: 'failed', problem }
  }

  const fail = (label: LabelRow, reason: string) => end(label, nothingBought(reason))

  /** The shipment that may be paid for; undefined if another process has taken over. */
  async function openShipment(
    carrier: Carrier,
    label: LabelRow,
    order: OrderRow,
  ): Promise<CarrierShipment | undefined> {
    if (label.providerId) return findAgain(carrier, label.providerId)
    const from = shipFrom()
    if (!from) throw new CarrierRefusal('address', 'The business address under Settings isn’t complete.')
    const created = await carrier.create({
      reference: label.id,
      from,
      to: toPostal(order),
      packageSize: label.packageSize,
    })
    return (await setProviderId(orm, label, created.id)) ? created : undefined
  }

  async function record(label: LabelRow, bought: BoughtLabel): Promise<PurchaseResult> {
    const { carrier, trackingNumber, costCents } = bought
    await inTransaction(orm, async (tx) => {
      const order = await lockOrder(tx, label.orderId)
      if (!(await markBought(tx, label.id, bought))) return
      // An order canceled in the meantime keeps what it had; its label can be voided.
      if (order && isUnshipped(order.state))
        await updateOrder(tx, order.id, { trackingCarrier: carrier, trackingNumber })
      await addAudit(tx, {
        operatorId: label.operatorId,
        actor: label.actor,
        action: 'label.buy',
        subjectKind: 'order',
        subjectId: label.orderId,
        before: {},
        after: { costCents, label: serviceName(carrier, label.service), trackingNumber },
      })
    })
    return { state: 'bought', costCents, trackingNumber }
  }

  /** Needed to print it later; if missing, printing fetches it again. */
  async function keepImage(carrier: Carrier, id: string, url: string): Promise<void> {
    try {
      await setImage(orm, id, await carrier.readImage(url))
    } catch (error) {
      if (!(error instanceof CarrierAway)) throw error
      log.warn({ err: error, label: id }, 'failed to download a label; printing will retry')
    }
  }

  return async (label) => {
    const account = await accounts.openAccount()
    if (!account) throw new CarrierAway('No carrier is connected.')
    const { carrier, connectedAt } = account
    const isNewKey = connectedAt > label.createdAt
    // Confirmed with a different key, which may have been a test key.
    if (isNewKey && !label.providerId) return fail(label, OTHER_ACCOUNT)
    const order = await findOrder(orm, label.orderId)
    const mayShip = order !== undefined && isUnshipped(order.state)
    if (!order || (!mayShip && !label.providerId)) return fail(label, MOVED_ON)
    try {
      let shipment = await openShipment(carrier, label, order)
      if (!shipment) return { state: 'open' }
      if (!shipment.label) {
        const rate = shipment.rates.find(
          ({ carrier: by, service }) => by === label.carrier && service === label.service,
        )
        if (!mayShip) return await fail(label, MOVED_ON)
        if (!rate)
          return await fail(
            label,
            `${serviceName(label.carrier, label.service)} is no longer offered for this package.`,
          )
        if (rate.cents > label.maxCents)
          return await fail(label, `It costs ${formatCents(rate.cents)} now, not ${formatCents(label.maxCents)}.`)
        shipment = await buyOnce(carrier, shipment.id, rate.id)
      }
      if (!shipment.label) throw new CarrierAway('EasyPost sold a label without saying which.')
      const result = await record(label, shipment.label)
      await keepImage(carrier, label.id, shipment.label.imageUrl)
      return result
    } catch (error) {
      if (!(error instanceof CarrierRefusal)) throw error
      if (error.reason !== 'unknown') return fail(label, refusalText(error))
      if (isNewKey) return end(label, ASK_OTHER_ACCOUNT)
      throw new CarrierAway('EasyPost doesn’t know a shipment of its own.', { cause: error })
    }
  }
}

/** A refusal is double-checked: if a shipment is purchased twice, the second one is refused, but a label was bought. */
async function buyOnce(carrier: Carrier, id: string, rateId: string): Promise<CarrierShipment> {
  try {
    return await carrier.buy(id, rateId)
  } catch (error) {
    if (!(error instanceof CarrierRefusal)) throw error
    const found = await findAgain(carrier, id)
    if (found.label) return found
    // Its shipment is known, so this is about the purchase.
    throw error.reason === 'unknown' ? new CarrierRefusal('other', error.message) : error
  }
}

/** A refusal does not prove that nothing was bought; that the account has no such shipment is for the caller to judge. */
function findAgain(carrier: Carrier, id: string): Promise<CarrierShipment> {
  return carrier.find(id).catch((error: unknown) => {
    if (error instanceof CarrierRefusal && error.reason === 'unknown') throw error
    throw new CarrierAway('EasyPost can’t say whether the label was bought.', { cause: error })
  })
}

const REFUSALS: Partial<Record<CarrierRefusal['reason'], string>> = {
  address: 'The carrier doesn’t know this address',
  money: 'Your EasyPost balance is too low',
}

/** What every refusal ends with, unless it isn't known. */
export function nothingBought(reason: string): string {
  return `${reason} Nothing was bought.`
}

export function refusalText({ reason, message }: CarrierRefusal): string {
  const ours = REFUSALS[reason]
  return ours ? `${ours}: ${message}` : message
}

/** Without the phone number: it is for our own questions about a delivery. */
function toPostal({ firstName, lastName, line1, line2, city, stateCode, zip }: OrderRow): PostalAddress {
  return { name: `${firstName} ${lastName}`, line1, line2, city, stateCode, zip }
}
