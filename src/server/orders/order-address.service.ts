import type { CheckoutForm } from '#contract/checkout.ts'
import { addedTaxCents } from '#domain/money/address-tax.ts'
import { mayDo } from '#domain/orders/desk-actions.ts'
import type { StateCode } from '#domain/orders/us-states.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { ratesFor } from '#server/rates/rates.service.ts'
import { addressLines } from './address-lines.ts'
import type { OrderLinks } from './order-links.ts'
import { addressChangedMail } from './orders.mails.ts'
import { findOrder, lockOrder, type OrderAddress, type OrderRow, setOrderAddress } from './orders.queries.ts'

/** The fields of the form, as in the checkout. */
export type AddressForm = Omit<CheckoutForm, 'discountCode'>

export type AddressAtDesk = { order: OrderRow; address: AddressForm; version: string }

export type AddressResult =
  | { ok: true }
  | { ok: false; code: 'not_found' | 'wrong_state' | 'nothing_changed' }
  /** Another operator saved first; `current` is what they saved. */
  | { ok: false; code: 'changed'; current: AddressForm; version: string }
  /** The sales tax of the new state differs from what was paid. */
  | { ok: false; code: 'tax'; addedCents: number }

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

export type OrderAddressService = ReturnType<typeof createOrderAddressService>

/**
 * Corrects where and to whom an order goes, until it ships. The log names the fields but holds no personal data, because
 * nothing is ever removed from it.
 */
export function createOrderAddressService({ orm }: Database, links: OrderLinks, now: () => Date) {
  return {
    async find(id: string): Promise<AddressAtDesk | undefined> {
      const order = await findOrder(orm, id)
      if (!order) return undefined
      const address = formOf(order)
      return { order, address, version: versionToken(address) }
    },

    change: (id: string, sent: AddressForm, expectedVersion: string, actor: Actor): Promise<AddressResult> =>
      inTransaction(orm, async (tx) => {
        const order = await lockOrder(tx, id)
        if (!order) return { ok: false, code: 'not_found' }
        if (!mayDo(order.state, 'address')) return { ok: false, code: 'wrong_state' }
        const current = formOf(order)
        const changed = (Object.keys(LABELS) as (keyof AddressForm)[]).filter((name) => current[name] !== sent[name])
        if (changed.length === 0) return { ok: false, code: 'nothing_changed' }
        const version = versionToken(current)
        if (version !== expectedVersion) return { ok: false, code: 'changed', current, version }
        const { tax } = await ratesFor(tx, order.createdAt)
        const addedCents = addedTaxCents(order, sent.state, tax)
        // A free replacement has no tax, whatever its state.
        if (changed.includes('state') && addedCents !== 0 && order.totalCents > 0)
          return { ok: false, code: 'tax', addedCents }

        const address = addressOf(sent)
        await setOrderAddress(tx, id, address)
        await enqueueMail(tx, addressChangedMail, {
          cause: `address-changed:${id}:${now().toISOString()}`,
          recipient: address.email,
          payload: {
            orderNumber: order.number,
            firstName: address.firstName,
            orderPath: links.pathFor(id),
            shipTo: addressLines(address),
          },
        })
        const names = changed.map((name) => LABELS[name]).join(', ')
        const subject = { subjectKind: 'order', subjectId: id, before: null, after: { changed: names } }
        await addAudit(tx, { ...actor, action: 'order.address', ...subject })
        return { ok: true }
      }),
  }
}

function formOf(order: OrderRow): AddressForm {
  const { firstName, lastName, email, phone, line1: address, line2: address2, city, stateCode: state, zip } = order
  return { firstName, lastName, email, phone, address, address2, city, state, zip }
}

function addressOf({ address: line1, address2: line2, state, ...rest }: AddressForm): OrderAddress {
  // The form has parsed it.
  return { ...rest, line1, line2, stateCode: state as StateCode }
}
