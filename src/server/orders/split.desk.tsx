import { parseForm } from '#contract/form.ts'
import { failedForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { positionIn, quantityField } from '#desk/views/orders/order-refund.tsx'
import { OrderSplit } from '#desk/views/orders/order-split.tsx'
import { mayDo } from '#domain/orders/desk-actions.ts'
import { areWithin, hasAny, minus, type Quantities } from '#domain/orders/item-counts.ts'
import { readEditForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { type Fields, wholeNumber } from '#server/platform/http/form-fields.ts'
import { answerOrder, backToOrder } from './order-answer.ts'
import type { OrderDeskService } from './order-desk.service.ts'
import { ORDER_PROBLEMS } from './order-forms.ts'
import { orderIn } from './order-screen.tsx'
import type { OrderDetail } from './orders.views.ts'
import { trackingForm } from './tracking-form.ts'

const CHECK = 'Nothing was sent. Check the fields marked below.'
const ALL_OF_IT = 'That’s everything. To ship it in one package, use “Mark as shipped” on the order.'

/** Shipping part of an order now and the rest later. */
export function splitRoutes(deps: { orderDesk: OrderDeskService }): DeskRoute[] {
  const { orderDesk } = deps

  function render(visit: OperatorVisit, detail: OrderDetail, form: FormState): Response {
    const status = Object.keys(form.errors).length > 0 ? 422 : 200
    const body = <OrderSplit detail={detail} form={form} />
    return visit.page({ title: 'Ship part of it', section: 'orders', body, status })
  }

  return [
    {
      method: 'GET',
      path: '/orders/:id/split',
      role: 'staff',
      async handle(visit) {
        const detail = await orderIn(visit, deps)
        if (!mayDo(detail.order.state, 'split')) return backToOrder(visit, ORDER_PROBLEMS.wrong_state)
        return render(visit, detail, freshForm({ packagesBefore: String(detail.shipments.length) }, ''))
      },
    },
    {
      method: 'POST',
      path: '/orders/:id/split',
      role: 'staff',
      async handle(visit) {
        const sent = await readEditForm(visit)
        const detail = await orderIn(visit, deps)
        if (!mayDo(detail.order.state, 'split')) return backToOrder(visit, ORDER_PROBLEMS.wrong_state)
        const read = parseForm(trackingForm, sent)
        const quantities = quantitiesIn(sent)
        const errors = {
          ...problemsOf(quantities, detail.counts.open),
          ...(read.ok ? {} : { form: CHECK, ...read.errors }),
        }
        if (!read.ok || Object.keys(errors).length > 0) return render(visit, detail, failedForm(sent, errors, ''))
        const packagesBefore = wholeNumber(sent.packagesBefore)
        const part = { quantities, tracking: read.value, packagesBefore }
        const result = await orderDesk.split(detail.order.id, part, visit.actor)
        return answerOrder(visit, result, 'Part of the order marked as shipped. The customer gets an email.')
      },
    },
  ]
}

/** What is not a number is more than there is. */
function quantitiesIn(sent: Fields): Map<number, number> {
  return new Map(
    Object.entries(sent).flatMap(([name, value]) => {
      const position = positionIn(name)
      return position === undefined ? [] : [[position, wholeNumber(value)]]
    }),
  )
}

/** Nothing if these are some of the items, but not all. */
function problemsOf(quantities: Quantities, open: Quantities): Fields {
  if (areWithin(quantities, open)) return hasAny(minus(open, quantities)) ? {} : { form: ALL_OF_IT }
  const tooMany = [...quantities].filter(([position, quantity]) => !(quantity <= (open.get(position) ?? 0)))
  if (tooMany.length === 0) return { form: 'Choose at least one item.' }
  return {
    form: CHECK,
    ...Object.fromEntries(
      tooMany.map(([position]) => [quantityField(position), 'There aren’t that many left to ship.']),
    ),
  }
}
