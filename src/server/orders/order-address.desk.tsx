import { checkoutForm } from '#contract/checkout.ts'
import { parseForm } from '#contract/form.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, failedForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { AddressTax } from '#desk/views/orders/order-address-tax.tsx'
import { OrderAddress } from '#desk/views/orders/order-address.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { isAtLeast } from '#domain/operators/roles.ts'
import { mayDo } from '#domain/orders/desk-actions.ts'
import { shownPhone } from '#domain/text/shown-phone.ts'
import { readEditForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { AppError } from '#server/platform/errors.ts'
import type { Fields } from '#server/platform/http/form-fields.ts'
import type { AddressAtDesk, AddressForm, OrderAddressService } from './order-address.service.ts'
import type { TaxChange } from './orders.views.ts'

const TOO_LATE = 'The order has shipped or was canceled, so its address can no longer be changed.'

const CHANGED_SINCE = 'Nothing was saved: the order has changed since you opened this page. Check the amount.'

export function orderAddressRoutes({ orderAddress }: { orderAddress: OrderAddressService }): DeskRoute[] {
  async function addressIn(visit: OperatorVisit): Promise<AddressAtDesk> {
    const found = await orderAddress.find(visit.id('id'))
    if (!found) throw new AppError('not_found', 'There is no such order.', 404)
    return found
  }

  function render(visit: OperatorVisit, { order }: AddressAtDesk, form: FormState): Response {
    const isRefused = Object.keys(form.errors).length > 0 || Object.keys(form.theirs).length > 0
    const body = <OrderAddress id={order.id} number={order.number} form={form} />
    return visit.page({ title: 'Edit address', section: 'orders', body, status: isRefused ? 422 : 200 })
  }

  function renderTax(visit: OperatorVisit, { order }: AddressAtDesk, form: FormState, change: TaxChange): Response {
    const body = <AddressTax id={order.id} number={order.number} form={form} change={change} />
    return visit.page({
      title: 'Sales tax',
      section: 'orders',
      body,
      status: Object.keys(form.errors).length > 0 ? 422 : 200,
    })
  }

  /** Without a confirmed difference in sales tax there must be none. */
  async function save(visit: OperatorVisit, sent: Fields, confirmedCents?: number, asks = false): Promise<Response> {
    const found = await addressIn(visit)
    const back = deskPaths.order(found.order.id)
    const { expectedVersion = '' } = sent
    const refuse = (errors: Fields) => render(visit, found, failedForm(sent, errors, expectedVersion))
    const read = parseForm(checkoutForm, sent)
    if (!read.ok) return refuse(read.errors)
    const { discountCode: _, ...address } = read.value
    const expected = { expectedVersion, asks, ...(confirmedCents !== undefined && { confirmedCents }) }
    const result = await orderAddress.change(found.order.id, address, expected, visit.actor)
    if (result.ok) return visit.go(back, { kind: 'done', text: doneText(result.addedCents, asks) })
    switch (result.code) {
      case 'changed':
        return render(visit, found, conflictingForm(valuesOf(address), valuesOf(result.current), result.version))
      case 'tax': {
        if (!isAtLeast(visit.operator.role, 'owner'))
          return refuse({ state: `${differenceOf(result.change)} Only the owner can change that.` })
        const isOutdated = confirmedCents !== undefined
        const form = isOutdated ? failedForm(sent, { form: CHANGED_SINCE }, '') : freshForm(sent, '')
        return renderTax(visit, found, form, result.change)
      }
      case 'tax_outside':
        return refuse({ state: `${differenceOf(result.change)} Cancel the order, and create it again.` })
      case 'nothing_changed':
        return visit.go(back, { kind: 'done', text: 'Nothing was changed.' })
      default:
        return visit.go(back, { kind: 'problem', text: TOO_LATE })
    }
  }

  return [
    {
      method: 'GET',
      path: '/orders/:id/address',
      role: 'staff',
      async handle(visit) {
        const found = await addressIn(visit)
        if (!mayDo(found.order.state, 'address'))
          return visit.go(deskPaths.order(found.order.id), { kind: 'problem', text: TOO_LATE })
        return render(visit, found, freshForm(valuesOf(found.address), found.version))
      },
    },
    {
      method: 'POST',
      path: '/orders/:id/address',
      role: 'staff',
      handle: async (visit) => save(visit, await readEditForm(visit)),
    },
    {
      method: 'POST',
      path: '/orders/:id/address-tax',
      role: 'owner',
      isSensitive: true,
      async handle(visit) {
        const sent = await readEditForm(visit)
        if (sent.change !== 'yes') return save(visit, sent, signedNumber(sent.addedCents), sent.more === 'ask')
        const { expectedVersion = '' } = sent
        return render(visit, await addressIn(visit), freshForm(sent, expectedVersion))
      },
    },
  ]
}

/** NaN, which doesn't equal anything, if it isn't a number. */
function signedNumber(text = ''): number {
  return /^-?\d{1,9}$/.test(text) ? Number(text) : NaN
}

function valuesOf({ phone, address2, ...rest }: AddressForm): Record<string, string> {
  return { ...rest, phone: phone ? shownPhone(phone) : '', address2: address2 ?? '' }
}

function doneText(addedCents: number, asks: boolean): string {
  const updated = 'Address updated. The customer gets an email.'
  if (addedCents === 0) return updated
  const amount = `${formatCents(Math.abs(addedCents))} sales tax`
  if (addedCents < 0) return `${updated} Refunding ${amount} to the card.`
  return asks
    ? `Address updated. The customer gets an email with a link to pay ${amount}.`
    : `${updated} You waived ${amount}.`
}

function differenceOf({ addedCents }: TaxChange): string {
  const difference = `${formatCents(Math.abs(addedCents))} ${addedCents > 0 ? 'more' : 'less'}`
  return `Sales tax in this state is ${difference} than the customer paid.`
}
