import type { BulkAction, BulkOutcome } from '#domain/orders/bulk-actions.ts'
import { isPartlyShipped } from '#domain/orders/order-questions.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { listLinesOf, listMailsOfOrders, listOrdersById } from './order-bulk.queries.ts'
import type { OrderDeskService, OrderProblem, OrderResult, Tracking, UndoShipped } from './order-desk.service.ts'
import type { OrderRow } from './orders.queries.ts'
import type { OrderLine, ShippedOrder } from './orders.views.ts'
import { linesToPack } from './packed-lines.ts'
import { shipmentOf } from './shipment.ts'
import { listSplitOrders } from './shipments.queries.ts'

export type OrderWithLines = { order: OrderRow; lines: OrderLine[] }

/** A tracking number, and the version of what was saved when it was given: an optimistic lock against a second window. */
export type GivenTracking = { tracking: Tracking; expectedVersion: string }

/** With the ids of the orders whose number another window has changed: they keep it. */
export type SavedTracking = { saved: number; skipped: string[]; changed: string[] }

export type ShippedTracked = BulkOutcome & { changed: string[] }

/** With the ids of the orders whose email went out in the meantime: they are to be decided on again. */
export type UndoneShipments = BulkOutcome & { announced: string[] }

export type OrderBulkService = ReturnType<typeof createOrderBulkService>

/**
 * The same action for many orders. Each order is a transaction of its own, so one that has changed in the meantime
 * doesn't block the others, and a repeated request finds nothing left to do.
 */
export function createOrderBulkService(
  { orm }: Database,
  orderDesk: Pick<
    OrderDeskService,
    'find' | 'pack' | 'unpack' | 'ship' | 'unship' | 'deliver' | 'undeliver' | 'saveTracking'
  >,
  now: () => Date,
) {
  /** The ids of orders that are refused with that code are returned apart. */
  async function each(
    ids: readonly string[],
    work: (id: string) => Promise<OrderResult>,
    code?: OrderProblem,
  ): Promise<{ outcome: BulkOutcome; apart: string[] }> {
    const done: string[] = []
    const failed: string[] = []
    const apart: string[] = []
    for (const id of new Set(ids)) {
      const result = await work(id)
      const list = result.ok ? done : result.code === code ? apart : failed
      list.push(id)
    }
    const found = new Map((await listOrdersById(orm, failed)).map((order) => [order.id, order]))
    const skipped = failed.map((id) => ({ number: found.get(id)?.number ?? 'An order', state: found.get(id)?.state }))
    return { outcome: { done, skipped }, apart }
  }

  const moves: Record<Exclude<BulkAction, 'unship'>, (id: string, actor: Actor) => Promise<OrderResult>> = {
    pack: (id, actor) => orderDesk.pack(id, actor),
    unpack: (id, actor) => orderDesk.unpack(id, actor),
    ship: (id, actor) => orderDesk.ship(id, undefined, actor),
    deliver: (id, actor) => orderDesk.deliver(id, actor),
    undeliver: (id, actor) => orderDesk.undeliver(id, actor),
  }

  return {
    /** Shipping sends the tracking numbers that were saved for later. */
    async move(action: Exclude<BulkAction, 'unship'>, ids: readonly string[], actor: Actor): Promise<BulkOutcome> {
      return (await each(ids, (id) => moves[action](id, actor))).outcome
    },

    async shipTracked(given: ReadonlyMap<string, GivenTracking>, actor: Actor): Promise<ShippedTracked> {
      const ship = (id: string) => orderDesk.ship(id, given.get(id)?.tracking, actor, given.get(id)?.expectedVersion)
      const { outcome, apart } = await each([...given.keys()], ship, 'tracking_since')
      return { ...outcome, changed: apart }
    },

    /** What was seen of each order is part of the request, as for a single one. */
    async unship(undos: ReadonlyMap<string, UndoShipped>, actor: Actor): Promise<UndoneShipments> {
      const unship = async (id: string): Promise<OrderResult> => {
        const seen = undos.get(id)
        return seen ? orderDesk.unship(id, seen, actor) : { ok: false, code: 'not_found' }
      }
      const { outcome, apart } = await each([...undos.keys()], unship, 'mail_sent')
      return { ...outcome, announced: apart }
    },

    /**
     * What these orders' customers were notified of, in the order of the IDs; unknown ones are left out. "Shipped" for
     * an order in several packages is undone on its own page, which says which package it is.
     */
    async findShipped(ids: readonly string[]): Promise<ShippedOrder[]> {
      const found = new Map((await listOrdersById(orm, ids)).map((order) => [order.id, order]))
      const orders = [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
      const mails = await listMailsOfOrders(
        orm,
        orders.map(({ number }) => number),
        'shipped',
      )
      const split = await listSplitOrders(orm, ids)
      const at = now()
      return orders.map((order) => {
        const own = mails.filter(({ orderNumber }) => orderNumber === order.number)
        const shipment = shipmentOf(order, [], own, at)
        return { order, shipment: { ...shipment, canUndo: shipment.canUndo && !split.has(order.id) } }
      })
    },

    /** Returns how many were changed, and the numbers of those that can't be anymore. */
    async saveTracking(given: ReadonlyMap<string, GivenTracking>, actor: Actor): Promise<SavedTracking> {
      let saved = 0
      const failed: string[] = []
      const changed: string[] = []
      for (const [id, { tracking, expectedVersion }] of given) {
        const result = await orderDesk.saveTracking(id, tracking, actor, expectedVersion)
        if (result.ok) saved += 1
        else if (result.code === 'tracking_since') changed.push(id)
        else if (result.code !== 'nothing_changed') failed.push(id)
      }
      return { saved, skipped: (await listOrdersById(orm, failed)).map(({ number }) => number), changed }
    },

    /** What goes into each order's package: for a partly shipped order, the rest. */
    toPack: (found: readonly OrderWithLines[]): Promise<OrderWithLines[]> =>
      Promise.all(
        found.map(async ({ order, lines }) => {
          const detail = isPartlyShipped(order.state) ? await orderDesk.find(order.id) : undefined
          return { order, lines: detail ? linesToPack(detail) : lines }
        }),
      ),

    /** In the order of the ids, which is that of the list; unknown ones are left out. */
    async find(ids: readonly string[]): Promise<OrderWithLines[]> {
      const [orders, lines] = await Promise.all([listOrdersById(orm, ids), listLinesOf(orm, ids)])
      const byId = new Map(orders.map((order) => [order.id, order]))
      return [...new Set(ids)].flatMap((id) => {
        const order = byId.get(id)
        return order ? [{ order, lines: lines.filter(({ orderId }) => orderId === id) }] : []
      })
    },
  }
}
