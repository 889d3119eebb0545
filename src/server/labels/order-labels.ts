import type { OrderLabels } from '#server/orders/order-labels.ts'
import { findOrder } from '#server/orders/orders.service.ts'
import type { CarrierAccounts } from './carrier-account.service.ts'
import { hasImage } from './has-image.ts'
import { listLabels } from './labels.queries.ts'
import { addressHash } from './purchase.ts'

/** The labels of orders, for the order's own screens. */
export function createOrderLabels(accounts: Pick<CarrierAccounts, 'open'>, now: () => Date): OrderLabels {
  return {
    isConnected: async () => (await accounts.open()) !== undefined,

    async listOf(tx, orderId) {
      const labels = await listLabels(tx, [orderId])
      const order = labels.length > 0 ? await findOrder(tx, orderId) : undefined
      const hash = order && addressHash(order)
      return labels.map((label) => {
        const { id, state, carrier, service, costCents, trackingNumber, problem, createdAt, isUsed } = label
        const isOutdated = state === 'bought' && !isUsed && label.addressHash !== hash
        return { id, state, carrier, service, costCents, trackingNumber, problem, createdAt, isUsed, isOutdated }
      })
    },

    async printable(tx, orderIds) {
      const found = new Map<string, { id: string; trackingNumber: string }>()
      for (const label of await listLabels(tx, orderIds)) {
        const { id, orderId, trackingNumber } = label
        if (trackingNumber && hasImage(label, now()) && !found.has(orderId)) found.set(orderId, { id, trackingNumber })
      }
      return found
    },
  }
}
