import { z } from 'zod'
import { parseForm } from '#contract/form.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { failedForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { OrderUnship } from '#desk/views/orders/order-unship.tsx'
import { mayDo } from '#domain/orders/desk-actions.ts'
import { readEditForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { ticked } from '#server/platform/http/form-fields.ts'
import type { OrderDeskService } from './order-desk.service.ts'
import { ORDER_PROBLEMS } from './order-forms.ts'
import { orderIn } from './order-screen.tsx'
import type { OrderDetail } from './orders.views.ts'

/** What the operator saw, as an optimistic lock, and the choice. */
const undoForm = z.object({ shippedAt: z.string().catch(''), isAnnounced: ticked, emailsCustomer: ticked })

/** Taking "shipped" back within the hour. */
export function orderUnshipRoutes(deps: { orderDesk: OrderDeskService }): DeskRoute[] {
  const { orderDesk } = deps

  function render(visit: OperatorVisit, detail: OrderDetail, form: FormState): Response {
    const status = Object.keys(form.errors).length > 0 ? 422 : 200
    const body = <OrderUnship detail={detail} form={form} />
    return visit.page({ title: 'Undo shipped', section: 'orders', body, status })
  }

  async function undone(id: string): Promise<string> {
    const isPacked = (await orderDesk.find(id))?.shipments.length === 0
    return isPacked
      ? 'Shipped undone. The order is back in Packed.'
      : 'Shipped undone. The latest package is taken back.'
  }

  return [
    {
      method: 'GET',
      path: '/orders/:id/unship',
      role: 'staff',
      async handle(visit) {
        const detail = await orderIn(visit, deps)
        const { order, shipment } = detail
        if (shipment.canUndo) return render(visit, detail, freshForm({}, ''))
        const text = mayDo(order.state, 'unship') ? ORDER_PROBLEMS.too_late : ORDER_PROBLEMS.wrong_state
        return visit.go(deskPaths.order(order.id), { kind: 'problem', text })
      },
    },
    {
      method: 'POST',
      path: '/orders/:id/unship',
      role: 'staff',
      async handle(visit) {
        const sent = await readEditForm(visit)
        const read = parseForm(undoForm, sent)
        const undo = read.ok ? read.value : { shippedAt: '', isAnnounced: false, emailsCustomer: false }
        const id = visit.id('id')
        const result = await orderDesk.unship(id, undo, visit.actor)
        if (!result.ok && result.code === 'mail_sent')
          return render(visit, await orderIn(visit, deps), failedForm(sent, { form: ORDER_PROBLEMS.mail_sent }, ''))
        const answer = result.ok
          ? ({ kind: 'done', text: await undone(id) } as const)
          : ({ kind: 'problem', text: ORDER_PROBLEMS[result.code] } as const)
        return visit.go(deskPaths.order(id), answer)
      },
    },
  ]
}
