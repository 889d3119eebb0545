import { randomBytes, randomUUID } from 'node:crypto'
import type { CheckoutForm, OrderedItem } from '#contract/checkout.ts'
import type { PaidOutside } from '#domain/money/paid-outside.ts'
import { type OrderTotals, priceOrder, taxRateOf } from '#domain/money/pricing.ts'
import type { Rates } from '#domain/money/rates.ts'
import { orderNumberFrom } from '#domain/orders/order-number.ts'
import { FIRST_STATES } from '#domain/orders/order-states.ts'
import { parseState } from '#domain/orders/us-states.ts'
import { foldEmail } from '#domain/text/fold-email.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { ratesFor } from '#server/rates/rates.service.ts'
import { confirmOrder } from './confirm-order.ts'
import type { OrderLinks } from './order-links.ts'
import { findOrderByCheckoutKey, insertOrder, insertOrderLines, takeStock } from './orders.queries.ts'
import { type PricedItem, priceItems, shortageText } from './price-items.ts'

export type ManualOrder = {
  buyer: Omit<CheckoutForm, 'discountCode'>
  items: readonly OrderedItem[]
  paidOutside: PaidOutside
  note: string | null
  sendsConfirmation: boolean
  formKey: string
}

export type ManualOrderResult = { ok: true; orderId: string } | { ok: false; message: string }

/** Rolls back the transaction; carries the reason. */
class Refusal extends Error {}

export type ManualOrderService = ReturnType<typeof createManualOrderService>

/** Orders without a card: by phone, paid another way, or replacements, at the shop's own prices. */
export function createManualOrderService(database: Database, links: OrderLinks, now: () => Date) {
  const { orm } = database

  async function make(tx: Orm, request: ManualOrder, actor: Actor): Promise<string> {
    const { buyer, items: ordered, paidOutside, note, formKey } = request
    const priced = await priceItems(tx, ordered)
    if ('problem' in priced) throw new Refusal(priced.message)
    const state = parseState(buyer.state)
    if (!state) throw new Refusal('This state is not one we ship to.')
    const placedAt = now()
    const rates = await ratesFor(tx, placedAt)
    const totals = totalsOf(rates, priced.items, state, paidOutside)
    const id = randomUUID()
    // The form key replaces the checkout key, so submitting the form twice creates one order.
    const checkoutKey = `desk-${formKey}`
    const order = await insertOrder(tx, {
      id,
      number: orderNumberFrom(randomBytes(64)),
      checkoutKey,
      requestHash: 'desk',
      state: FIRST_STATES.desk,
      email: buyer.email,
      foldedEmail: foldEmail(buyer.email),
      firstName: buyer.firstName,
      lastName: buyer.lastName,
      phone: buyer.phone,
      line1: buyer.address,
      line2: buyer.address2,
      city: buyer.city,
      stateCode: state,
      zip: buyer.zip,
      ...totals,
      taxBasisPoints: totals.taxCents > 0 ? taxRateOf(state, rates.tax) : 0,
      paidOutside,
      note,
      createdAt: placedAt,
      paidAt: placedAt,
    })
    if (!order) {
      const twin = await findOrderByCheckoutKey(tx, checkoutKey)
      if (!twin) throw new Error('order not found after a conflict on its checkout key')
      return twin.id
    }
    await insertOrderLines(
      tx,
      priced.items.map((item, index) => ({ ...item, orderId: id, position: index + 1 })),
    )
    if (request.sendsConfirmation && paidOutside !== 'nothing') await confirmOrder(tx, order, priced.items, links)
    const { totalCents } = totals
    await addAudit(tx, {
      ...actor,
      action: 'order.create',
      subjectKind: 'order',
      subjectId: id,
      before: null,
      after: { number: order.number, paidOutside, totalCents, note },
    })
    // Last, because other buyers wait for these rows.
    const missing = await takeStock(tx, id)
    if (missing) throw new Refusal(shortageText(missing))
    return id
  }

  return {
    async create(request: ManualOrder, actor: Actor): Promise<ManualOrderResult> {
      try {
        return { ok: true, orderId: await inTransaction(orm, (tx) => make(tx, request, actor)) }
      } catch (error) {
        if (error instanceof Refusal) return { ok: false, message: error.message }
        throw error
      }
    },
  }
}

/** A replacement is free: the goods are discounted in full, without shipping or tax. */
function totalsOf(rates: Rates, lines: PricedItem[], state: string, paidOutside: PaidOutside): OrderTotals {
  const totals = priceOrder({ rates, lines, state })
  const { subtotalCents } = totals
  if (paidOutside !== 'nothing') return totals
  return { subtotalCents, discountCents: subtotalCents, shippingCents: 0, taxCents: 0, totalCents: 0 }
}
