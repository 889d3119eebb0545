import { checkoutForm } from '#contract/checkout.ts'
import { parseForm } from '#contract/form.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, failedForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { OrderAddress } from '#desk/views/orders/order-address.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { mayDo } from '#domain/orders/desk-actions.ts'
import { readEditForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { AppError } from '#server/platform/errors.ts'
import type { AddressAtDesk, AddressForm, OrderAddressService } from './order-address.service.ts'

const TOO_LATE = 'The order has shipped or was canceled, so its address can’t be changed any more.'

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
      async handle(visit) {
        const sent = await readEditForm(visit)
        const found = await addressIn(visit)
        const back = deskPaths.order(found.order.id)
        const { expectedVersion = '' } = sent
        const read = parseForm(checkoutForm, sent)
        if (!read.ok) return render(visit, found, failedForm(sent, read.errors, expectedVersion))
        const { discountCode: _, ...address } = read.value
        const result = await orderAddress.change(found.order.id, address, expectedVersion, visit.actor)
        if (result.ok) return visit.go(back, { kind: 'done', text: 'Address updated. The customer gets an email.' })
        switch (result.code) {
          case 'changed':
            return render(visit, found, conflictingForm(valuesOf(address), valuesOf(result.current), result.version))
          case 'tax':
            return render(visit, found, failedForm(sent, { state: taxProblem(result.addedCents) }, expectedVersion))
          case 'nothing_changed':
            return visit.go(back, { kind: 'done', text: 'Nothing was changed.' })
          default:
            return visit.go(back, { kind: 'problem', text: TOO_LATE })
        }
      },
    },
  ]
}

function valuesOf({ phone, address2, ...rest }: AddressForm): Record<string, string> {
  return { ...rest, phone: phone ?? '', address2: address2 ?? '' }
}

/** The payment can't grow, and a smaller tax would have to be refunded. */
function taxProblem(addedCents: number): string {
  const change = `${formatCents(Math.abs(addedCents))} ${addedCents > 0 ? 'more' : 'less'}`
  return `Sales tax in this state is ${change} than the customer paid. Cancel the order, and ask the customer to order again.`
}
