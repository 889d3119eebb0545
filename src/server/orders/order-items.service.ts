import { type OpenOrder, planRemoval, type Removal } from '#domain/money/item-removal.ts'
import { leftToRefund } from '#domain/money/line-refund.ts'
import { mayDo } from '#domain/orders/desk-actions.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { ratesFor } from '#server/rates/rates.service.ts'
import { createChangeOrder, type OrderResult, REFUSALS } from './change-order.ts'
import { itemNames } from './item-names.ts'
import { takeFormKey } from './order-desk.queries.ts'
import type { OrderPayments, OrderRefund } from './order-payments.ts'
import { listOrderLines } from './orders.queries.ts'
import type { OrderAtDesk, OrderLine } from './orders.views.ts'

export type ItemRemoval = Removal & {
  /** What the operator has seen as going back. */
  amountCents: number
  /** What the operator has seen as refunded before. */
  refundedBeforeCents: number
  restocks: boolean
  reason: string
  formKey: string
}

export type OrderItemsService = ReturnType<typeof createOrderItemsService>

/**
 * Takes items out of an order that has not shipped. Lines stay as bought: what is removed is a refund of these items, so
 * the item and its money go together. If the provider rejects the refund, the item ships after all.
 */
export function createOrderItemsService({ orm }: Database, payments: OrderPayments) {
  const change = createChangeOrder(orm)

  async function openOrder(
    tx: Orm,
    { order, lines, refunds }: { order: OrderAtDesk; lines: readonly OrderLine[]; refunds: readonly OrderRefund[] },
  ): Promise<OpenOrder> {
    const { shipping } = await ratesFor(tx, order.createdAt)
    return { ...order, lines, left: leftToRefund(order, refunds), shippingRate: shipping }
  }

  return {
    /** The order as removals are planned with it. */
    open: (detail: Parameters<typeof openOrder>[1]): Promise<OpenOrder> => openOrder(orm, detail),

    remove: (id: string, removal: ItemRemoval, actor: Actor): Promise<OrderResult> =>
      change(id, actor, 'order.remove-items', async (tx, order) => {
        const { quantities, chargesShipping, amountCents, refundedBeforeCents, restocks, reason, formKey } = removal
        if (!(await takeFormKey(tx, formKey))) return { ok: true, isRepeat: true }
        if (!mayDo(order.state, 'items')) return { ok: false, code: 'wrong_state' }
        if (order.paidOutside) return { ok: false, code: 'no_card' }
        if (refundedBeforeCents !== order.refundedCents) return { ok: false, code: 'refunded_since' }
        const lines = await listOrderLines(tx, id)
        const refunds = await payments.listRefundsOfOrder(tx, id)
        const plan = planRemoval(await openOrder(tx, { order, lines, refunds }), { quantities, chargesShipping })
        if ('problem' in plan) return { ok: false, code: 'too_much' }
        const items = { quantities, withShipping: false }
        const addedShippingCents = chargesShipping ? plan.lostShippingCents : 0
        const asked = { amountCents, items, restocks, removal: { addedShippingCents } }
        const refund = await payments.requestRefund(tx, order, { ...asked, reason: reason || 'Items removed' })
        if ('refusal' in refund) return { ok: false, code: REFUSALS[refund.refusal] }
        const removed = itemNames(lines, items).join(', ')
        return {
          before: { refundedCents: order.refundedCents },
          after: { refundedCents: order.refundedCents + amountCents, removed, amountCents, ...(reason && { reason }) },
        }
      }),
  }
}
