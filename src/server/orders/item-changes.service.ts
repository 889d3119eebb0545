import { checkDiscount, type DiscountTerms } from '#domain/money/discount-code.ts'
import { type ChangingOrder, type ItemChangeProblem, planItemChange } from '#domain/money/item-change.ts'
import { leftToRefund, type Quantities } from '#domain/money/line-refund.ts'
import { discountOf, taxRateOf } from '#domain/money/pricing.ts'
import { itemsToShip } from '#domain/orders/items-to-ship.ts'
import { isToPack } from '#domain/orders/order-questions.ts'
import { passBottles } from '#domain/orders/passed-bottles.ts'
import { listProducts } from '#server/catalogue/ordered-products.service.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { ratesFor } from '#server/rates/rates.service.ts'
import { applyItemChange } from './apply-item-change.ts'
import { askForChange } from './ask-balance.ts'
import { findOpenBalanceRequest } from './balance-requests.queries.ts'
import { bookEvenChange, canBePaid } from './balance.ts'
import { createChangeOrder, type OrderProblem, type OrderResult, REFUSALS } from './change-order.ts'
import { itemsChangedMail } from './item-change.mails.ts'
import { findShortageOfChange, takeItems } from './item-changes.queries.ts'
import { itemName } from './item-names.ts'
import { takeFormKey } from './order-desk.queries.ts'
import type { OrderLinks } from './order-links.ts'
import { type OrderPayments, type OrderRefund, refundCause } from './order-payments.ts'
import { listOrderLines, type OrderRow } from './orders.queries.ts'
import type { ChangedItem, OrderAtDesk, OrderLine, PlannedChange } from './orders.views.ts'
import { priceChange, type PricedChange, type WantedChange } from './price-change.ts'
import { shortageText } from './price-items.ts'
import { findLastTaxMove } from './tax-moves.queries.ts'

export type ItemChangeDeps = {
  database: Database
  links: OrderLinks
  payments: OrderPayments
  /** The code the order was bought with, in its current state. */
  findDiscountTerms: (tx: Orm, code: string) => Promise<DiscountTerms | undefined>
  now: () => Date
}

type TaxedChange = PlannedChange & { taxBasisPoints: number }

export type ItemChangeRequest = WantedChange & {
  /** The difference the operator saw: to be paid, or negative if it's refunded. */
  amountCents: number
  refundedBeforeCents: number
  /** Of the items and the open request that the operator has seen (itemsVersion). */
  expectedVersion: string
  reason: string
  formKey: string
}

type KnownOrder = {
  order: OrderAtDesk
  lines: readonly Pick<OrderLine, 'productId' | 'position' | 'name' | 'size' | 'priceCents' | 'quantity' | 'refunded'>[]
  refunds: readonly OrderRefund[]
}

export type ItemChangeService = ReturnType<typeof createItemChangeService>

/**
 * Adds and exchanges items in an order that isn't packed. If that costs more, the buyer is asked to pay first, and the
 * order changes once they have; until then the bottles are reserved. If it costs the same or less, the order changes
 * right away.
 */
export function createItemChangeService(deps: ItemChangeDeps) {
  const { links, payments, findDiscountTerms, now } = deps
  const { orm } = deps.database
  const change = createChangeOrder(orm)

  async function findDiscount(tx: Orm, order: OrderAtDesk): Promise<ChangingOrder['discount']> {
    if (order.discountCode === null) return undefined
    const terms = await findDiscountTerms(tx, order.discountCode)
    // A code that takes off something else by now stays what it was for this order.
    if (!terms || discountOf(order.subtotalCents, terms.discount) !== order.discountCents)
      return { discount: { kind: 'amount', amountCents: order.discountCents }, isOffered: false }
    // The order has its use of the code, and reached its minimum.
    const rest = { ...terms, totalLimit: null, minimumSubtotalCents: 0 }
    return { discount: terms.discount, isOffered: checkDiscount(rest, { subtotalCents: 0, now: now() }).ok }
  }

  async function changingOrder(tx: Orm, { order, lines, refunds }: KnownOrder): Promise<ChangingOrder> {
    const { shipping, tax } = await ratesFor(tx, order.createdAt)
    const { tax: taxToday } = await ratesFor(tx, now())
    const moved = await findLastTaxMove(tx, order.id)
    return {
      ...order,
      lines,
      left: leftToRefund(order, refunds),
      shippingRate: shipping,
      discount: await findDiscount(tx, order),
      basisPoints: {
        placed: moved?.toBasisPoints ?? taxRateOf(order.stateCode, tax),
        today: taxRateOf(order.stateCode, taxToday),
      },
    }
  }

  async function planned(
    tx: Orm,
    known: KnownOrder,
    wanted: WantedChange,
  ): Promise<TaxedChange | { problem: ItemChangeProblem } | { message: string }> {
    const priced = await priceChange(tx, known.lines, wanted)
    if ('message' in priced) return priced
    const order = await changingOrder(tx, known)
    const { chargesShipping } = wanted
    const plan = planItemChange(order, { added: priced.added, removed: quantitiesOf(priced), chargesShipping })
    return 'problem' in plan ? plan : { ...priced, plan, taxBasisPoints: order.basisPoints.today }
  }

  /** It doesn't cost more than before: the order changes now, and the difference is refunded. */
  async function applyNow(
    tx: Orm,
    order: OrderRow,
    { plan, taxBasisPoints, ...priced }: TaxedChange,
    reason: string,
  ): Promise<OrderProblem | undefined> {
    const at = now()
    await payments.withdrawBalance(tx, order.id, 'change')
    const refundCents = 0 - plan.amountCents
    const asked = { amountCents: refundCents, exchange: plan.split, reason: reason || 'Items exchanged' }
    const refund = refundCents > 0 ? await payments.requestRefund(tx, order, asked) : undefined
    if (refund && 'refusal' in refund) return REFUSALS[refund.refusal]
    if (refundCents === 0) await bookEvenChange(tx, order, { split: plan.split, items: plan.items, taxBasisPoints, at })
    const removed = quantitiesOf(priced)
    const passed = passBottles(await listOrderLines(tx, order.id), removed, priced.added)
    const stock = await takeItems(tx, priced.added, passed)
    if ('missing' in stock) return 'sold_out'
    const added = priced.added.map((item, index) => ({ ...item, reserved: stock.taken[index] ?? 0 }))
    await applyItemChange(tx, order, { added, removed, items: plan.items, at })
    const cause = refund ? refundCause(refund.refundId) : `items-changed:${order.id}:${at.getTime()}`
    await mailChange(tx, order, { ...priced, plan }, cause)
    return undefined
  }

  /** Replaces the refund email, which only names an amount and doesn't say what ships. */
  async function mailChange(
    tx: Orm,
    order: OrderRow,
    { plan, added, removed }: PlannedChange,
    cause: string,
  ): Promise<void> {
    await enqueueMail(tx, itemsChangedMail, {
      cause,
      recipient: order.email,
      payload: {
        orderNumber: order.number,
        firstName: order.firstName,
        orderPath: links.pathFor(order.id),
        refundCents: 0 - plan.amountCents,
        change: { added: added.map(mailed), removed: removed.map(mailed), ...plan.split },
        kept: itemsToShip(await listOrderLines(tx, order.id)).map(mailed),
      },
    })
  }

  return {
    /** What can be added. */
    products: () => listProducts(orm, {}),

    plan: async (known: KnownOrder, wanted: WantedChange) => {
      const found = await planned(orm, known, wanted)
      if (!('plan' in found)) return found
      const { id } = known.order
      const passed = passBottles(await listOrderLines(orm, id), quantitiesOf(found), found.added)
      const missing = await findShortageOfChange(orm, id, found.added, passed)
      return missing ? { message: shortageText(missing) } : found
    },

    save: (id: string, request: ItemChangeRequest, actor: Actor): Promise<OrderResult> =>
      change(id, actor, 'order.change-items', async (tx, order) => {
        const { amountCents, refundedBeforeCents, expectedVersion, reason, formKey, ...wanted } = request
        if (!(await takeFormKey(tx, formKey))) return { ok: true, isRepeat: true }
        if (!isToPack(order.state)) return { ok: false, code: 'wrong_state' }
        if (order.paidOutside) return { ok: false, code: 'no_card' }
        if (refundedBeforeCents !== order.refundedCents) return { ok: false, code: 'refunded_since' }
        const known = {
          order,
          lines: await listOrderLines(tx, id),
          refunds: await payments.listRefundsOfOrder(tx, id),
        }
        const asked = await findOpenBalanceRequest(tx, id)
        const openRequestId = asked && canBePaid(order, asked, now()) ? asked.id : undefined
        if (itemsVersion(known.lines, openRequestId) !== expectedVersion) return { ok: false, code: 'items_since' }
        const found = await planned(tx, known, wanted)
        if (!('plan' in found) || found.plan.amountCents !== amountCents) return { ok: false, code: 'other_change' }
        const { plan, added, removed, taxBasisPoints } = found
        const problem =
          amountCents > 0
            ? (await askForChange(tx, { order, plan, added, removed, taxBasisPoints }, deps)) && 'sold_out'
            : await applyNow(tx, order, found, reason)
        if (problem) return { ok: false, code: problem }
        const names = (items: readonly ChangedItem[]) => items.map((item) => itemName(item, item.quantity)).join(', ')
        return {
          before: {},
          after: {
            added: names(added),
            ...(removed.length > 0 && { removed: names(removed) }),
            amountCents,
            ...(reason && { reason }),
          },
        }
      }),
  }
}

/**
 * What a change is about: the items that still ship, and the request that it replaces. Without it, a change that was
 * reviewed while the customer paid would be made on top of what they paid for.
 */
export function itemsVersion(
  lines: readonly Pick<OrderLine, 'position' | 'quantity' | 'refunded'>[],
  openRequestId: string | undefined,
): string {
  const items = lines.map(({ position, quantity, refunded }) => [position, quantity - refunded])
  return versionToken({ items, openRequestId: openRequestId ?? null })
}

function quantitiesOf({ removed }: Pick<PricedChange, 'removed'>): Quantities {
  return new Map(removed.map(({ position, quantity }) => [position, quantity]))
}

function mailed({ name, size, quantity }: Pick<ChangedItem, 'name' | 'size' | 'quantity'>) {
  return { name, size, quantity }
}
