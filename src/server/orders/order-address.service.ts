import type { CheckoutForm } from '#contract/checkout.ts'
import { formatCents } from '#domain/money/cents.ts'
import { leftToRefund } from '#domain/money/line-refund.ts'
import { taxRateOf } from '#domain/money/pricing.ts'
import { planTaxMove } from '#domain/money/tax-move.ts'
import { mayDo } from '#domain/orders/desk-actions.ts'
import type { StateCode } from '#domain/orders/us-states.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { ratesFor } from '#server/rates/rates.service.ts'
import { addressLines } from './address-lines.ts'
import { askForBalance } from './ask-balance.ts'
import type { OrderLinks } from './order-links.ts'
import { type OrderPayments, refundCause } from './order-payments.ts'
import { addressChangedMail } from './orders.mails.ts'
import { findOrder, lockOrder, type OrderAddress, type OrderRow, setOrderAddress } from './orders.queries.ts'
import type { TaxChange } from './orders.views.ts'
import { findLastTaxMove, insertTaxMove, type NewTaxMove, type TaxMoveRow } from './tax-moves.queries.ts'

/** The fields of the form, as in the checkout. */
export type AddressForm = Omit<CheckoutForm, 'discountCode'>

export type AddressAtDesk = { order: OrderRow; address: AddressForm; version: string }

export type AddressResult =
  /** How much sales tax was refunded, waived or requested, if any. */
  | { ok: true; addedCents: number }
  | { ok: false; code: 'not_found' | 'wrong_state' | 'nothing_changed' }
  /** Another operator saved first; `current` is what they saved. */
  | { ok: false; code: 'changed'; current: AddressForm; version: string }
  /** The sales tax of the new state differs from what was paid, and this amount was not confirmed. */
  | { ok: false; code: 'tax'; change: TaxChange }
  /** It differs, and no card was charged. */
  | { ok: false; code: 'tax_outside'; change: TaxChange }

const LABELS: Record<keyof AddressForm, string> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email',
  phone: 'phone',
  address: 'address',
  address2: 'apartment',
  city: 'city',
  state: 'state',
  zip: 'ZIP code',
}

type MovedTax = { move: TaxMoveRow; refundId?: string }
type AddressNews = { refundId: string | undefined; refundedTaxCents: number }

export type OrderAddressDeps = { database: Database; links: OrderLinks; payments: OrderPayments; now: () => Date }

export type OrderAddressService = ReturnType<typeof createOrderAddressService>

/**
 * Corrects an order's address and contact until it ships. The log names the fields but contains no personal data,
 * because nothing is ever removed from it.
 */
export function createOrderAddressService({ database: { orm }, links, payments, now }: OrderAddressDeps) {
  /** Undefined if neither state's tax concerns the order: it stays in the untaxed part of the books. */
  async function findMove(tx: Orm, order: OrderRow, toState: StateCode): Promise<NewTaxMove | undefined> {
    // A free replacement has no tax, whatever its state.
    if (toState === order.stateCode || order.totalCents === 0) return undefined
    const { tax } = await ratesFor(tx, order.createdAt)
    const last = await findLastTaxMove(tx, order.id)
    const fromBasisPoints = last?.toBasisPoints ?? order.taxBasisPoints
    const toBasisPoints = taxRateOf(toState, tax)
    if (!last && fromBasisPoints === 0 && toBasisPoints === 0) return undefined
    const left = leftToRefund(order, await payments.listRefundsOfOrder(tx, order.id))
    const states = { fromState: order.stateCode, toState, fromBasisPoints, toBasisPoints }
    const number = (last?.number ?? 0) + 1
    return { ...planTaxMove(order, left, toBasisPoints), ...states, orderId: order.id, number }
  }

  /**
   * Books the order in the new state. If its tax is lower, the difference is refunded; if it's higher, the difference
   * counts as waived until it's paid. Any earlier request was for another state's tax, so it's withdrawn.
   */
  async function moveTax(tx: Orm, order: OrderRow, move: NewTaxMove): Promise<MovedTax> {
    await payments.withdrawBalance(tx, order.id, 'change')
    const stored = await insertTaxMove(tx, move)
    if (move.addedCents >= 0) return { move: stored }
    const refund = { amountCents: -move.addedCents, correctsTax: true, reason: 'Sales tax of another state' }
    const asked = await payments.requestRefund(tx, order, refund)
    if ('refusal' in asked) throw new Error(`the difference in sales tax can't be refunded: ${asked.refusal}`)
    return { move: stored, refundId: asked.refundId }
  }

  async function mailAddress(tx: Orm, order: OrderRow, { refundId, refundedTaxCents }: AddressNews): Promise<void> {
    await enqueueMail(tx, addressChangedMail, {
      // Replaces the email about the refund, so the customer gets one that explains both.
      cause: refundId ? refundCause(refundId) : `address-changed:${order.id}:${now().toISOString()}`,
      recipient: order.email,
      payload: {
        orderNumber: order.number,
        firstName: order.firstName,
        orderPath: links.pathFor(order.id),
        shipTo: addressLines(order),
        ...(refundId && { refundedTaxCents }),
      },
    })
  }

  return {
    async find(id: string): Promise<AddressAtDesk | undefined> {
      const order = await findOrder(orm, id)
      if (!order) return undefined
      const address = formOf(order)
      return { order, address, version: versionToken(address) }
    },

    /** `confirmedCents` is the difference in sales tax that the owner saw and chose to refund, request or waive. */
    change: (
      id: string,
      sent: AddressForm,
      {
        expectedVersion,
        confirmedCents = 0,
        asks = false,
      }: { expectedVersion: string; confirmedCents?: number; asks?: boolean },
      actor: Actor,
    ): Promise<AddressResult> =>
      inTransaction(orm, async (tx) => {
        const order = await lockOrder(tx, id)
        if (!order) return { ok: false, code: 'not_found' }
        if (!mayDo(order.state, 'address')) return { ok: false, code: 'wrong_state' }
        const current = formOf(order)
        const changed = (Object.keys(LABELS) as (keyof AddressForm)[]).filter((name) => current[name] !== sent[name])
        if (changed.length === 0) return { ok: false, code: 'nothing_changed' }
        const version = versionToken(current)
        if (version !== expectedVersion) return { ok: false, code: 'changed', current, version }
        const address = addressOf(sent)
        const move = await findMove(tx, order, address.stateCode)
        const addedCents = move?.addedCents ?? 0
        if (move && addedCents !== 0 && order.paidOutside) return { ok: false, code: 'tax_outside', change: move }
        if (move && addedCents !== 0 && addedCents !== confirmedCents) return { ok: false, code: 'tax', change: move }

        await setOrderAddress(tx, id, address)
        const moved = move && !order.paidOutside ? await moveTax(tx, order, move) : undefined
        const after = { ...order, ...address }
        // One email, which explains the address and the money.
        if (moved && asks && addedCents > 0)
          await askForBalance(
            tx,
            { order: after, move: moved.move, amountCents: addedCents, shipTo: addressLines(address) },
            { links, payments, now },
          )
        else await mailAddress(tx, after, { refundId: moved?.refundId, refundedTaxCents: -addedCents })
        const names = changed.map((name) => LABELS[name]).join(', ')
        const tax = taxNote(addedCents, asks)
        const subject = { subjectKind: 'order', subjectId: id, before: null, after: { changed: names, ...tax } }
        await addAudit(tx, { ...actor, action: tax ? 'order.address-tax' : 'order.address', ...subject })
        return { ok: true, addedCents }
      }),
  }
}

function taxNote(addedCents: number, asks: boolean): { tax: string } | undefined {
  if (addedCents === 0) return undefined
  const amount = `${formatCents(Math.abs(addedCents))} sales tax`
  return { tax: addedCents < 0 ? `${amount} refunded` : `${amount} ${asks ? 'asked for' : 'waived'}` }
}

function formOf(order: OrderRow): AddressForm {
  const { firstName, lastName, email, phone, line1: address, line2: address2, city, stateCode: state, zip } = order
  return { firstName, lastName, email, phone, address, address2, city, state, zip }
}

function addressOf({ address: line1, address2: line2, state, ...rest }: AddressForm): OrderAddress {
  // The form has parsed it.
  return { ...rest, line1, line2, stateCode: state as StateCode }
}
