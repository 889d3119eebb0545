import { randomUUID } from 'node:crypto'
import { mayDo } from '#domain/orders/desk-actions.ts'
import { areWithin, hasAny, minus, type Quantities } from '#domain/orders/item-counts.ts'
import { itemsToShip } from '#domain/orders/items-to-ship.ts'
import { isPartlyShipped } from '#domain/orders/order-questions.ts'
import type { OrderTransition } from '#domain/orders/order-states.ts'
import { countsAsReturn } from '#domain/orders/returns.ts'
import { shopDay } from '#domain/time/display.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import type { ChangeOrder } from './change-order.ts'
import { namesOf } from './item-names.ts'
import { cancelMails, listMailsOf } from './order-desk.queries.ts'
import type { MoveOrder, OrderDeskDeps, Tracking, UndoShipped } from './order-desk.service.ts'
import { notShippedMail, shippedMail } from './orders.mails.ts'
import { listOrderLines, type OrderLineRow, type OrderRow, updateOrder } from './orders.queries.ts'
import type { OrderShipment } from './orders.views.ts'
import { readItems } from './read-items.ts'
import { announcementsOf, shipmentOf, shippedCause } from './shipment.ts'
import { deleteShipment, insertShipment, listShipments, setShipmentTracking } from './shipments.queries.ts'

export type PartOfOrder = {
  quantities: Quantities
  tracking: Tracking
  /** How many packages had left when the form was rendered; an optimistic lock against a second window. */
  packagesBefore: number
}

type ShippedNotice = {
  tracking: Tracking
  cause: string
  isCorrection?: true
  /** Of an order in several packages: what is in this one, and what follows. */
  part?: { packed: Quantities; follows: Quantities }
}

type ShippingDeps = Pick<OrderDeskDeps, 'links' | 'reviewLinks' | 'payments' | 'labels' | 'asksForReviews' | 'now'> & {
  change: ChangeOrder
  move: MoveOrder
}

type WithTracking = Pick<OrderRow, 'trackingCarrier' | 'trackingNumber'>

export function savedTracking({ trackingCarrier, trackingNumber }: WithTracking): Tracking {
  return { carrier: trackingCarrier, trackingNumber }
}

/** Returns true if this is the tracking number that is stored. */
export function isTracking(order: WithTracking, { carrier, trackingNumber }: Tracking): boolean {
  return order.trackingCarrier === carrier && order.trackingNumber === trackingNumber
}

/** The version token of the stored number, for forms that may replace it (optimistic lock). */
export function trackingVersion(order: WithTracking): string {
  return versionToken(savedTracking(order))
}

/** Returns true if another number was stored since the form was shown. */
export function isOutdated(order: WithTracking, expectedVersion: string | undefined): boolean {
  return expectedVersion !== undefined && expectedVersion !== trackingVersion(order)
}

/** Sending an order, in one package or several, and taking that back. */
export function createShipping(deps: ShippingDeps) {
  const { links, reviewLinks, payments, labels, asksForReviews, now, change, move } = deps

  async function itemsOf(tx: Orm, order: OrderRow) {
    const lines = await listOrderLines(tx, order.id)
    const refundLines = await payments.listRefundLines(tx, order.id)
    return { ...(await readItems(tx, order, { lines, refundLines })), lines }
  }

  async function enqueueShippedMail(
    tx: Orm,
    order: OrderRow,
    lines: readonly OrderLineRow[],
    { tracking, cause, isCorrection, part }: ShippedNotice,
  ): Promise<void> {
    const sent = part ? lines.filter(({ position }) => (part.packed.get(position) ?? 0) > 0) : itemsToShip(lines)
    const reviewed = new Map(sent.map(({ productId, name }) => [productId, name]))
    await enqueueMail(tx, shippedMail, {
      cause,
      recipient: order.email,
      payload: {
        orderNumber: order.number,
        firstName: order.firstName,
        orderPath: links.pathFor(order.id),
        ...tracking,
        shippedOn: shopDay(order.shippedAt ?? now()),
        state: order.stateCode,
        ...(isCorrection && { isCorrection }),
        ...(part && { items: itemNamesOf(lines, part.packed), follows: itemNamesOf(lines, part.follows) }),
        ...(asksForReviews() && {
          reviews: [...reviewed].map(([productId, name]) => ({
            name,
            path: reviewLinks.pathFor(order.number, productId),
          })),
        }),
      },
    })
  }

  return {
    /**
     * All of it, or the rest. If no tracking is given, the number saved earlier is used. `expectedVersion` is that of
     * what was saved when the number was given: an optimistic lock against a second window.
     */
    ship: (id: string, given: Tracking | undefined, actor: Actor, expectedVersion?: string) =>
      change(id, actor, 'order.ship', async (tx, order) => {
        const tracking = given ?? savedTracking(order)
        const isLost = isOutdated(order, expectedVersion) && !isTracking(order, tracking)
        if (isLost && mayDo(order.state, 'ship')) return { ok: false, code: 'tracking_since' }
        const written = { trackingCarrier: tracking.carrier, trackingNumber: tracking.trackingNumber }
        const at = now()
        const { counts, lines } = await itemsOf(tx, order)
        const isRest = isPartlyShipped(order.state)
        if (isRest && !hasAny(counts.open)) return { ok: false, code: 'nothing_open' }
        const done = await move(tx, order, 'ship', { ...written, at })
        if ('ok' in done) return done
        await insertShipment(tx, { id: randomUUID(), orderId: id, ...tracking, shippedAt: at }, counts.open)
        const part = { packed: counts.open, follows: new Map() }
        await enqueueShippedMail(tx, order, lines, { tracking, cause: shippedCause(id, at), ...(isRest && { part }) })
        return { ...done, after: { ...done.after, ...tracking } }
      }),

    /** Some of it; the rest follows. The number that was saved for later stays for the rest. */
    split: (id: string, { quantities, tracking, packagesBefore }: PartOfOrder, actor: Actor) =>
      change(id, actor, 'order.split', async (tx, order) => {
        const { counts, lines, shipments } = await itemsOf(tx, order)
        if (shipments.length !== packagesBefore) return { ok: false, code: 'wrong_state' }
        const follows = minus(counts.open, quantities)
        if (!areWithin(quantities, counts.open) || !hasAny(follows)) return { ok: false, code: 'not_a_part' }
        const at = now()
        const done = await move(tx, order, 'split', { at })
        if ('ok' in done) return done
        await insertShipment(tx, { id: randomUUID(), orderId: id, ...tracking, shippedAt: at }, quantities)
        const part = { packed: quantities, follows }
        await enqueueShippedMail(tx, order, lines, { tracking, cause: shippedCause(id, at), part })
        const items = itemNamesOf(lines, quantities).join(', ')
        return { ...done, after: { ...done.after, items, ...tracking } }
      }),

    /** Takes back the latest package with its tracking number. An email that was not sent yet is never sent. */
    unship: (id: string, { shippedAt, isAnnounced, emailsCustomer }: UndoShipped, actor: Actor) =>
      change(id, actor, 'order.unship', async (tx, order) => {
        const { shipments, returns } = await itemsOf(tx, order)
        const mails = await listMailsOf(tx, order.number)
        const shipment = shipmentOf(order, shipments, mails, now())
        if (shipment.leftAt?.toISOString() !== shippedAt || !mayDo(order.state, 'unship'))
          return { ok: false, code: 'wrong_state' }
        if (!shipment.canUndo) return { ok: false, code: 'too_late' }
        if (shipment.isAnnounced && !isAnnounced) return { ok: false, code: 'mail_sent' }
        if (returns.some(({ state }) => countsAsReturn(state))) return { ok: false, code: 'has_return' }
        const last = shipments.at(-1)
        const done = await takeBack(tx, order, shipments.length > 1)
        if ('ok' in done) return done
        if (last) await deleteShipment(tx, last.id)
        if (last) await keepLabel(tx, id, last)
        const waiting = announcementsOf(order.id, shipment.leftAt, mails).filter(({ state }) => state === 'waiting')
        await cancelMails(
          tx,
          waiting.map((mail) => mail.id),
        )
        const { number: orderNumber, firstName, email: recipient } = order
        const isPart = shipments.length > 1 || isPartlyShipped(order.state)
        if (shipment.isAnnounced && emailsCustomer)
          await enqueueMail(tx, notShippedMail, {
            cause: `not-shipped:${id}:${shippedAt}`,
            recipient,
            payload: { orderNumber, firstName, orderPath: links.pathFor(id), ...(isPart && { isPart }) },
          })
        const { carrier, trackingNumber: number } = last ?? savedTracking(order)
        return { before: { ...done.before, carrier, trackingNumber: number }, after: done.after }
      }),

    /** For a shipped package; the buyer gets another email. `expectedVersion` is an optimistic lock. */
    correctTracking: (id: string, tracking: Tracking, actor: Actor, expectedVersion?: string) =>
      change(id, actor, 'order.tracking', async (tx, order) => {
        if (!mayDo(order.state, 'tracking')) return { ok: false, code: 'wrong_state' }
        const before = savedTracking(order)
        if (isTracking(order, tracking)) return { ok: false, code: 'nothing_changed' }
        if (isOutdated(order, expectedVersion)) return { ok: false, code: 'tracking_since' }
        await updateOrder(tx, id, { trackingCarrier: tracking.carrier, trackingNumber: tracking.trackingNumber })
        const shipments = await listShipments(tx, id)
        const last = shipments.at(-1)
        if (last) await setShipmentTracking(tx, last.id, tracking)
        const packed = new Map(last?.lines.map(({ position, quantity }) => [position, quantity]))
        await enqueueShippedMail(tx, order, await listOrderLines(tx, id), {
          tracking,
          cause: shippedCause(id, now()),
          isCorrection: true,
          ...(shipments.length > 1 && { part: { packed, follows: new Map() } }),
        })
        return { before, after: tracking }
      }),
  }

  /** A label that was paid for is still to be used: its number stays with the order. */
  async function keepLabel(tx: Orm, id: string, { carrier, trackingNumber }: OrderShipment): Promise<void> {
    const own = await labels.listOf(tx, id)
    if (own.some((label) => label.state === 'bought' && label.trackingNumber === trackingNumber))
      await updateOrder(tx, id, { trackingCarrier: carrier, trackingNumber })
  }

  /** Drops the package's tracking number, which may be why it's undone; one saved for the rest stays. */
  function takeBack(tx: Orm, order: OrderRow, hasOthers: boolean): ReturnType<MoveOrder> {
    if (isPartlyShipped(order.state))
      return hasOthers
        ? Promise.resolve({ before: { state: order.state }, after: { state: order.state } })
        : move(tx, order, 'unshipPart')
    const transition: OrderTransition = hasOthers ? 'unshipRest' : 'unship'
    return move(tx, order, transition, { trackingCarrier: null, trackingNumber: null })
  }
}

function itemNamesOf(lines: readonly OrderLineRow[], quantities: Quantities): string[] {
  const items = [...quantities].map(([position, quantity]) => ({ position, quantity }))
  return namesOf(
    lines,
    items.filter(({ quantity }) => quantity > 0),
  )
}
