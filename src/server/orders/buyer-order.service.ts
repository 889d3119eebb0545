import type { OrderStatus, OrderView } from '#contract/order-view.ts'
import { bottleDays } from '#domain/catalogue/bottle-life.ts'
import { isSize } from '#domain/catalogue/sizes.ts'
import { paidLaterRows, refundedQuantities } from '#domain/money/line-refund.ts'
import type { RefundState } from '#domain/money/payment-states.ts'
import { sumOf } from '#domain/money/refundable.ts'
import type { StatedDelivery } from '#domain/orders/delivery-estimate.ts'
import { expectedArrival } from '#domain/orders/expected-arrival.ts'
import { itemsToShip } from '#domain/orders/items-to-ship.ts'
import { isBought, isCancelled, isPartlyShipped, isUnshipped } from '#domain/orders/order-questions.ts'
import { nextState, type OrderState } from '#domain/orders/order-states.ts'
import { CUSTOMER_PROGRESS } from '#domain/orders/package-progress.ts'
import { countsAsReturn } from '#domain/orders/returns.ts'
import { foldEmail } from '#domain/text/fold-email.ts'
import { toCalendarFile } from '#domain/time/calendar-file.ts'
import { shopDay } from '#domain/time/display.ts'
import { findProduct, listPicturesOf } from '#server/catalogue/ordered-products.service.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { addressLines } from './address-lines.ts'
import { cancelOrder } from './cancel-order.ts'
import { namesOf } from './item-names.ts'
import type { OrderLinks } from './order-links.ts'
import type { OrderPayment, OrderPayments, OrderRefund, ReleaseDiscount } from './order-payments.ts'
import {
  findOrder,
  findOrderByNumber,
  listOrderLines,
  lockOrder,
  type OrderLineRow,
  type OrderRow,
} from './orders.queries.ts'
import type { OrderReturn, OrderShipment } from './orders.views.ts'
import { type OrderItems, readItems } from './read-items.ts'
import type { ReviewPaths } from './review-paths.ts'
import { viewBalance } from './view-balance.ts'

export type OrderDeps = {
  database: Database
  links: OrderLinks
  reviewLinks: ReviewPaths
  payments: OrderPayments
  releaseDiscount: ReleaseDiscount
  websiteUrl: string
  /** Delivery estimates, if the owner has turned them on. */
  delivery: () => StatedDelivery | null
  now: () => Date
}

/** An order as its buyer sees it. */
export interface OrderService {
  /** Returns false if the token is not from one of our links; does no I/O. */
  isToken(token: string): boolean
  viewByToken(token: string): Promise<OrderView | undefined>
  /** Path of the order page, for anyone who knows the order number and its email address. */
  findPath(number: string, email: string): Promise<string | undefined>
  /** Cancels until it is packed and refunds in full. Returns true if the order is now canceled. */
  cancel(token: string): Promise<boolean>
  /** A calendar file for the day the first bottle runs out. */
  reminder(token: string): Promise<string | undefined>
}

const FULL_VIEW_MS = 90 * 24 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** Anyone with the order's link; the log cannot know more. */
const BUYER: Actor = { operatorId: null, actor: 'buyer' }
/** Delivery takes some days, both for this package and for the next one. */
const DELIVERY_DAYS = 5

export function createOrderService({
  database,
  links,
  reviewLinks,
  payments,
  releaseDiscount,
  websiteUrl,
  delivery,
  now,
}: OrderDeps): OrderService {
  const { orm } = database

  async function findByToken(token: string): Promise<OrderRow | undefined> {
    const id = links.orderIdOf(token)
    return id === undefined ? undefined : findOrder(orm, id)
  }

  function isFullView(order: OrderRow): boolean {
    return now().getTime() - order.createdAt.getTime() < FULL_VIEW_MS
  }

  return {
    isToken: (token) => links.orderIdOf(token) !== undefined,

    async viewByToken(token) {
      const order = await findByToken(token)
      if (!order) return undefined
      const [lines, attempt] = await Promise.all([listOrderLines(orm, order.id), payments.findAttempt(orm, order.id)])
      const refunds = await payments.listRefundsOfOrder(orm, order.id)
      const refundLines = await payments.listRefundLines(orm, order.id)
      const sent = refundLines.filter(({ state }) => isOnItsWay(state))
      const items = await readItems(orm, order, { lines, refundLines })
      const refunded = refundedQuantities(sent.filter(({ removes }) => !removes))
      const removed = refundedQuantities(sent.filter(({ removes }) => removes))
      const pictures = await listPicturesOf(
        orm,
        lines.map(({ productId }) => productId),
      )
      const isFull = isFullView(order)
      const received = lines.filter((line) => line.removed < line.quantity)
      const canReview = isBought(order.state) && (order.shippedAt !== null || isPartlyShipped(order.state))
      return {
        balance: await viewBalance(orm, order, { payments, isFull, now: now() }),
        ...viewOf(order, attempt, refunds, items.shipments),
        ...packagesOf(order, lines, items),
        timeline: timelineOf(order, refunds, items.shipments),
        arrival: items.shipments.some(hasProblem) ? null : arrivalOfOrder(order, delivery(), now()),
        returns: returnsOf(items.returns, lines),
        lines: lines.map((line) => ({
          ...toLine(line),
          position: line.position,
          refunded: refunded.get(line.position) ?? 0,
          removed: removed.get(line.position) ?? 0,
          picture: pictures.get(line.productId) ?? null,
          reviewPath:
            canReview && received.find(({ productId }) => productId === line.productId) === line
              ? reviewLinks.pathFor(order.number, line.productId)
              : null,
        })),
        shipTo: isFull ? addressLines(order) : null,
        email: isFull ? order.email : null,
        card: isFull ? cardOf(attempt) : null,
        reminderPath: isBought(order.state) ? `/order/${token}/reminder.ics` : null,
      }
    },

    async findPath(number, email) {
      const order = await findOrderByNumber(orm, number)
      return order?.foldedEmail === foldEmail(email) ? links.pathFor(order.id) : undefined
    },

    async cancel(token) {
      const id = links.orderIdOf(token)
      if (id === undefined) return false
      return inTransaction(orm, async (tx) => {
        const order = await lockOrder(tx, id)
        if (!order) return false
        if (isCancelled(order.state)) return true
        if (!canCancel(order, await payments.findAttempt(tx, id))) return false
        const reason = 'Canceled by the customer'
        const deps = { links, payments, releaseDiscount, now: now() }
        const done = await cancelOrder(tx, order, { transition: 'cancelByBuyer', reason, ...deps })
        if (!done) return false
        await addAudit(tx, { ...BUYER, action: 'order.cancel', subjectKind: 'order', subjectId: id, ...done })
        return true
      })
    },

    async reminder(token) {
      const order = await findByToken(token)
      if (!order?.paidAt || !isBought(order.state)) return undefined
      const bottles = await Promise.all(
        itemsToShip(await listOrderLines(orm, order.id)).map(async (line) => ({ line, days: await daysOf(line) })),
      )
      const first = bottles.toSorted((a, b) => a.days - b.days)[0]
      if (!first) return undefined
      const { name, productId } = first.line
      return toCalendarFile({
        uid: `${order.number}@${new URL(websiteUrl).hostname}`,
        day: new Date((order.shippedAt ?? order.paidAt).getTime() + first.days * DAY_MS),
        stamp: now(),
        title: `${name} is running low`,
        note: `By our estimate, your ${name} from order ${order.number} will last about another week.`,
        url: new URL(`/products/${productId}`, websiteUrl).href,
      })
    },
  }

  /** Days until about a week's worth is left in the last of these bottles. */
  async function daysOf({ productId, size, quantity }: OrderLineRow): Promise<number> {
    const product = await findProduct(orm, productId)
    const info = product?.pricing.kind === 'single' ? product.pricing.info : null
    const bottle = size ?? info
    const habit = product ?? { dropsPerUse: 4, usesPerDay: 2 }
    const days = isSize(bottle) ? bottleDays(bottle, habit) * quantity : 60
    return Math.max(days + DELIVERY_DAYS - 7, 1)
  }
}

function arrivalOfOrder(order: OrderRow, delivery: StatedDelivery | null, now: Date): OrderView['arrival'] {
  if (!delivery) return null
  const onItsWay = {
    state: order.state,
    orderedOn: shopDay(order.createdAt),
    shippedOn: order.shippedAt ? shopDay(order.shippedAt) : undefined,
    shipTo: order.stateCode,
  }
  return expectedArrival(delivery, onItsWay, shopDay(now)) ?? null
}

/** Refunds that the buyer sees: the provider has them. */
const SENT_BACK: readonly RefundState[] = ['pending', 'completed']

function isOnItsWay(state: RefundState): boolean {
  return SENT_BACK.includes(state)
}

function viewOf(
  order: OrderRow,
  attempt: OrderPayment | undefined,
  refunds: OrderRefund[],
  shipments: readonly OrderShipment[],
) {
  const refundedCents = sumOf(refunds, SENT_BACK)
  return {
    number: order.number,
    status: statusOf(order, refundedCents),
    placedAt: order.createdAt.toISOString(),
    subtotalCents: order.subtotalCents,
    discountCents: order.discountCents,
    shippingCents: order.shippingCents,
    taxCents: order.taxCents,
    totalCents: order.totalCents,
    later: paidLaterRows(order).map(([label, cents]) => ({ label, cents })),
    refundedCents,
    addedShippingCents: addedShipping(refunds),
    tracking:
      // Until then a number is only saved for later.
      order.shippedAt && (order.trackingCarrier || order.trackingNumber)
        ? {
            carrier: order.trackingCarrier,
            number: order.trackingNumber,
            progress: progressOf(shipments.find((one) => one.trackingNumber === order.trackingNumber)),
          }
        : null,
    canCancel: canCancel(order, attempt),
  }
}

/** Then no one knows when it will arrive. */
function hasProblem({ progress }: OrderShipment): boolean {
  return progress === 'problem'
}

function progressOf(shipment: OrderShipment | undefined): string | null {
  return shipment?.progress ? CUSTOMER_PROGRESS[shipment.progress] : null
}

function addedShipping(refunds: readonly OrderRefund[]): number {
  const sent = refunds.filter(({ state }) => isOnItsWay(state))
  return sent.reduce((sum, { shippingCents }) => sum + Math.max(0, 0 - (shippingCents ?? 0)), 0)
}

/** Until it is packed, and only if a card was charged: other payments are refunded by hand. */
function canCancel(order: OrderRow, attempt: OrderPayment | undefined): boolean {
  return nextState(order.state, 'cancelByBuyer') !== undefined && attempt?.state === 'succeeded'
}

const STATUSES: Record<OrderState, OrderStatus> = {
  pending_payment: 'confirming',
  paid: 'paid',
  packed: 'packed',
  partly_shipped: 'partly-shipped',
  shipped: 'shipped',
  delivered: 'delivered',
  payment_failed: 'not-taken',
  cancelled: 'cancelled',
  refunded: 'refunded',
}

/** Once it has shipped, the shipping status matters more than a partial refund, which is listed with the totals. */
function statusOf({ state }: OrderRow, refundedCents: number): OrderStatus {
  return refundedCents > 0 && isUnshipped(state) && !isPartlyShipped(state) ? 'partially-refunded' : STATUSES[state]
}

function timelineOf(
  order: OrderRow,
  refunds: OrderRefund[],
  shipments: readonly OrderShipment[],
): OrderView['timeline'] {
  const parts = order.shippedAt ? shipments.slice(0, -1) : shipments
  const events: [string, Date | null][] = [
    ['Placed', order.createdAt],
    ['Paid', order.paidAt],
    ['Packed', order.packedAt],
    ...parts.map(({ shippedAt }): [string, Date] => ['Part shipped', shippedAt]),
    ['Shipped', order.shippedAt],
    ['Delivered', order.deliveredAt],
    ['Cancelled', order.cancelledAt],
    ...refunds.filter(({ state }) => isOnItsWay(state)).map(({ createdAt }): [string, Date] => ['Refunded', createdAt]),
  ]
  return events
    .flatMap(([label, at]) => (at ? [{ label, at: at.toISOString() }] : []))
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

function packagesOf(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  { shipments, counts }: OrderItems,
): Pick<OrderView, 'packages' | 'follows'> {
  if (!isPartlyShipped(order.state) && shipments.length < 2) return { packages: [], follows: [] }
  const open = [...counts.open].map(([position, quantity]) => ({ position, quantity }))
  return {
    packages: shipments.map((shipment) => ({
      carrier: shipment.carrier,
      number: shipment.trackingNumber,
      progress: progressOf(shipment),
      at: shipment.shippedAt.toISOString(),
      items: namesOf(lines, shipment.lines),
    })),
    follows: isPartlyShipped(order.state)
      ? namesOf(
          lines,
          open.filter(({ quantity }) => quantity > 0),
        )
      : [],
  }
}

function returnsOf(returns: readonly OrderReturn[], lines: readonly OrderLineRow[]): OrderView['returns'] {
  return returns
    .filter(({ state }) => countsAsReturn(state))
    .map(({ state, createdAt, receivedAt, lines: items }) => ({
      isReceived: state === 'received',
      at: (receivedAt ?? createdAt).toISOString(),
      items: namesOf(lines, items),
    }))
}

function toLine({ productId, name, size, quantity, priceCents }: OrderLineRow) {
  return { productId, name, size, quantity, priceCents }
}

function cardOf(attempt: OrderPayment | undefined): OrderView['card'] {
  return attempt?.cardBrand && attempt.cardLast4 ? { brand: attempt.cardBrand, last4: attempt.cardLast4 } : null
}
