import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { isUnshipped } from '#domain/orders/order-questions.ts'
import { isOpenLabel } from '#server/orders/order-labels.ts'
import { lockOrder, updateOrder } from '#server/orders/orders.service.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { atMost } from './at-most.ts'
import type { CarrierAccounts } from './carrier-account.service.ts'
import { type Carrier, CarrierAway, CarrierRefusal, type PostalAddress } from './carrier.ts'
import { hasImage } from './has-image.ts'
import { findImage, findLabel, insertLabel, type LabelRow, listLabels, markVoided, setImage } from './labels.queries.ts'
import type { LabelOutcome, LabelPurchase, LabelQuote } from './labels.views.ts'
import { addressHash, type FinishPurchase, nothingBought, refusalText } from './purchase.ts'

export type LabelDeps = {
  database: Database
  accounts: Pick<CarrierAccounts, 'open'>
  shipFrom: () => PostalAddress | undefined
  finish: FinishPurchase
  log: Logger
  now: () => Date
}

/** Longer than a purchase's three requests can take in total. */
export const PURCHASE_LEASE_MS = 120_000
const AT_ONCE = 6

export type VoidResult = { ok: true } | { ok: false; problem: string }

export type LabelService = ReturnType<typeof createLabelService>

/** Postage for the orders that an operator chose; no other address is ever sent. */
export function createLabelService({ database: { orm }, accounts, shipFrom, finish, log, now }: LabelDeps) {
  /** Stores the purchase before it is made. The order's lock keeps a second window from buying another label. */
  function begin(purchase: LabelPurchase, actor: Actor): Promise<{ label: LabelRow; number: string } | Refused> {
    const { orderId, carrier, service, maxCents, packageSize } = purchase
    return inTransaction(orm, async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (!order) return { number: 'An order', problem: 'It is no longer there.' }
      const { number } = order
      if (!isUnshipped(order.state)) return { number, problem: 'It can no longer be shipped.' }
      const labels = await listLabels(tx, [orderId])
      if (labels.some(isOpenLabel)) return { number, problem: 'It has a label already.' }
      const stored = { id: randomUUID(), orderId, carrier, service, maxCents, packageSize, ...actor }
      const label = await insertLabel(tx, { ...stored, addressHash: addressHash(order) }, PURCHASE_LEASE_MS)
      return { label, number }
    })
  }

  async function buyOne(purchase: LabelPurchase, actor: Actor): Promise<LabelOutcome> {
    const { orderId } = purchase
    const begun = await begin(purchase, actor)
    const { number } = begun
    if ('problem' in begun) return { orderId, number, state: 'failed', problem: nothingBought(begun.problem) }
    try {
      return { orderId, number, ...(await finish(begun.label)) }
    } catch (error) {
      if (!(error instanceof CarrierAway)) throw error
      // A background job finds out whether it was bought.
      log.warn({ err: error, label: begun.label.id }, 'label purchase pending; a worker will resolve it')
      return { orderId, number, state: 'open' }
    }
  }

  async function fetchImage(carrier: Carrier, label: LabelRow): Promise<Uint8Array | undefined> {
    if (!label.providerId) return undefined
    try {
      const { label: bought } = await carrier.find(label.providerId)
      if (!bought) return undefined
      const bytes = await carrier.readImage(bought.imageUrl)
      await setImage(orm, label.id, bytes)
      return bytes
    } catch (error) {
      if (error instanceof CarrierAway || error instanceof CarrierRefusal) return undefined
      throw error
    }
  }

  return {
    isConnected: async (): Promise<boolean> => (await accounts.open()) !== undefined,

    /** Sends only the zip code and state: getting a price is no reason to share someone's address. */
    async quote(packages: readonly Pick<LabelQuote, 'order' | 'packageSize'>[]): Promise<LabelQuote[]> {
      const [carrier, from] = [await accounts.open(), shipFrom()]
      const labels = await listLabels(
        orm,
        packages.map(({ order }) => order.id),
      )
      return atMost(AT_ONCE, packages, async ({ order, packageSize }): Promise<LabelQuote> => {
        const found = { order, packageSize }
        if (!carrier || !from) return { ...found, problem: 'Shipping labels aren’t set up.' }
        const open = labels.find((label) => label.orderId === order.id && isOpenLabel(label))
        if (open)
          return {
            ...found,
            problem: open.state === 'buying' ? 'Its label is being bought.' : 'It has a label already.',
          }
        try {
          const rates = await carrier.quote({ from, toZip: order.zip, toState: order.stateCode, packageSize })
          return rates.length > 0 ? { ...found, rates } : { ...found, problem: 'No carrier takes this package.' }
        } catch (error) {
          if (error instanceof CarrierRefusal) return { ...found, problem: refusalText(error) }
          if (error instanceof CarrierAway) return { ...found, problem: 'EasyPost didn’t answer. Try again.' }
          throw error
        }
      })
    },

    /** Each separately: if one fails, the others stay bought, and it leaves nothing behind. */
    buy: (purchases: readonly LabelPurchase[], actor: Actor): Promise<LabelOutcome[]> =>
      atMost(AT_ONCE, purchases, (purchase) => buyOne(purchase, actor)),

    /** The newest label of each order. */
    async newest(orderIds: readonly string[]): Promise<ReadonlyMap<string, LabelRow>> {
      const labels = await listLabels(orm, orderIds)
      // If two have the same key, a map keeps the later one.
      return new Map(labels.toReversed().map((label) => [label.orderId, label]))
    },

    /**
     * Only before the package ships. The provider is asked first: if it doesn't refund the label, it stays bought.
     */
    async void(orderId: string, labelId: string, actor: Actor): Promise<VoidResult> {
      const label = await findLabel(orm, labelId)
      const carrier = await accounts.open()
      if (!label || label.orderId !== orderId) return { ok: false, problem: 'There is no such label.' }
      if (label.state === 'voided') return { ok: true }
      if (label.state !== 'bought' || !label.providerId) return { ok: false, problem: 'It wasn’t bought.' }
      if (label.isUsed) return { ok: false, problem: 'This package has already shipped.' }
      if (!carrier) return { ok: false, problem: 'Shipping labels aren’t set up.' }
      try {
        await carrier.void(label.providerId)
      } catch (error) {
        if (error instanceof CarrierRefusal) return { ok: false, problem: error.message }
        if (error instanceof CarrierAway) return { ok: false, problem: 'EasyPost didn’t answer. Try again.' }
        throw error
      }
      await inTransaction(orm, async (tx) => {
        const order = await lockOrder(tx, orderId)
        if (!(await markVoided(tx, labelId))) return
        if (order && isUnshipped(order.state) && order.trackingNumber === label.trackingNumber)
          await updateOrder(tx, orderId, { trackingCarrier: null, trackingNumber: null })
        const { costCents, trackingNumber } = label
        const subject = { subjectKind: 'order', subjectId: orderId, before: { trackingNumber } }
        await addAudit(tx, { ...actor, ...subject, action: 'label.void', after: { costCents, trackingNumber } })
      })
      return { ok: true }
    },

    /** Undefined if it isn't available now. */
    async image(orderId: string, labelId: string): Promise<Uint8Array | undefined> {
      const label = await findLabel(orm, labelId)
      if (!label || label.orderId !== orderId || !hasImage(label, now())) return undefined
      const stored = await findImage(orm, labelId)
      if (stored) return stored
      const carrier = await accounts.open()
      return carrier && fetchImage(carrier, label)
    },
  }
}

type Refused = { number: string; problem: string }
