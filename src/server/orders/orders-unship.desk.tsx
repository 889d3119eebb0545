import { deskPaths } from '#desk/desk-paths.ts'
import { failedForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { OrdersUnship, seenFields } from '#desk/views/orders/orders-unship.tsx'
import { bulkSentence } from '#domain/orders/bulk-actions.ts'
import { toOrderList } from '#domain/orders/order-lists.ts'
import { counted } from '#domain/time/display.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import type { OrderBulkService } from './order-bulk.service.ts'
import { tickedIn } from './ticked-orders.ts'

const NONE =
  'Nothing to undo: these orders shipped more than an hour ago or in several packages. Open an order to undo a package.'

/** Taking "shipped" back for the ticked orders, within the hour. */
export function ordersUnshipRoutes({ orderBulk }: { orderBulk: OrderBulkService }): DeskRoute[] {
  async function render(
    visit: OperatorVisit,
    ids: readonly string[],
    { form, list }: { form: FormState; list: string },
  ): Promise<Response> {
    const found = await orderBulk.findShipped(ids)
    const shipped = found.filter(({ shipment }) => shipment.canUndo)
    const tooLate = found.filter(({ shipment }) => !shipment.canUndo).map(({ order }) => order.number)
    const shown = toOrderList(list)
    if (shipped.length === 0) return visit.go(deskPaths.orders({ list: shown }), { kind: 'problem', text: NONE })
    const body = <OrdersUnship list={shown} shipped={shipped} tooLate={tooLate} form={form} />
    const status = Object.keys(form.errors).length > 0 ? 422 : 200
    return visit.page({ title: 'Undo shipped', section: 'orders', body, status })
  }

  return [
    {
      method: 'GET',
      path: '/orders/bulk/unship',
      role: 'staff',
      async handle(visit) {
        const ids = tickedIn(visit)
        if (ids instanceof Response) return ids
        return render(visit, ids, { form: freshForm({}, ''), list: visit.query('list') })
      },
    },
    {
      method: 'POST',
      path: '/orders/bulk/unship',
      role: 'staff',
      async handle(visit) {
        const fields = await visit.form()
        const ids = tickedIn(visit, fields)
        if (ids instanceof Response) return ids
        const emailsCustomer = fields.get('emailsCustomer') === 'yes'
        const seen = (id: string) => ({
          shippedAt: fields.get(seenFields.shippedAt(id)) ?? '',
          isAnnounced: fields.get(seenFields.isAnnounced(id)) === 'yes',
          emailsCustomer,
        })
        const outcome = await orderBulk.unship(new Map(ids.map((id) => [id, seen(id)])), visit.actor)
        const said = bulkSentence('unship', outcome)
        const list = fields.get('list') ?? ''
        if (outcome.announced.length > 0) {
          const text = `The shipping email of ${counted(outcome.announced.length, 'order')} went out in the meantime. Decide whether to correct it.`
          const form = failedForm(
            { emailsCustomer: emailsCustomer ? 'yes' : '' },
            { form: `${said} ${text}`.trim() },
            '',
          )
          return render(visit, outcome.announced, { form, list })
        }
        const kind = outcome.done.length > 0 ? 'done' : 'problem'
        return visit.go(deskPaths.orders({ list: toOrderList(list) }), { kind, text: said })
      },
    },
  ]
}
