import type { ShopFacts } from '#contract/shop-facts.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { AddressLabels } from '#desk/views/orders/address-label.tsx'
import { PackingSlips } from '#desk/views/orders/packing-slip.tsx'
import { type BulkAction, bulkSentence } from '#domain/orders/bulk-actions.ts'
import { toListView, viewSearch } from '#domain/orders/order-filter.ts'
import { toOrderList } from '#domain/orders/order-lists.ts'
import { counted } from '#domain/time/display.ts'
import { askAbout } from '#server/desk/confirm-question.tsx'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { addressLines } from './address-lines.ts'
import type { OrderBulkService } from './order-bulk.service.ts'
import type { PrintableLabels } from './order-labels.ts'
import { tickedIn } from './ticked-orders.ts'

type OrderBulkDeps = {
  orderBulk: OrderBulkService
  printableLabels: PrintableLabels
  shopSettings: { facts: () => ShopFacts }
}

/** The buttons above the order list: each sends the ticked boxes. */
export function orderBulkRoutes({ orderBulk, printableLabels, shopSettings }: OrderBulkDeps): DeskRoute[] {
  async function move(visit: OperatorVisit, action: Exclude<BulkAction, 'unship'>): Promise<Response> {
    const fields = await visit.form()
    const ids = tickedIn(visit, fields)
    if (ids instanceof Response) return ids
    const outcome = await orderBulk.move(action, ids, visit.actor)
    const read = (name: string) => fields.get(name) ?? ''
    const back = deskPaths.orders(viewSearch(toListView(toOrderList(read('list')), read)))
    const isDone = outcome.done.length > 0
    return visit.go(back, {
      kind: isDone ? 'done' : 'problem',
      text: bulkSentence(action, outcome),
      ...(action === 'pack' && isDone && { unpack: outcome.done }),
    })
  }

  /** Asks before customers get an email without a tracking number. */
  async function ship(visit: OperatorVisit): Promise<Response> {
    const ids = tickedIn(visit, await visit.form())
    if (ids instanceof Response) return ids
    const found = await orderBulk.find(ids)
    const bare = found.filter(({ order }) => order.trackingNumber === null && order.shippedAt === null)
    if (bare.length > 0) {
      const orders = bare.length === 1 ? 'One order has' : `${bare.length} orders have`
      const question = `${orders} no tracking number. Mark ${counted(found.length, 'order')} as shipped anyway? Each customer gets one email.`
      const asked = await askAbout(visit, question)
      if (asked) return asked
    }
    return move(visit, 'ship')
  }

  return [
    {
      method: 'GET',
      path: '/orders/slips',
      role: 'read-only',
      async handle(visit) {
        const ids = tickedIn(visit)
        if (ids instanceof Response) return ids
        const found = await orderBulk.find(ids)
        const packed = await orderBulk.toPack(found)
        const bought = visit.query('labels') === 'yes' ? await printableLabels(ids) : undefined
        const slips = packed.map(({ order, lines }) => ({
          order,
          lines,
          shipTo: addressLines(order),
          bought: bought?.get(order.id),
        }))
        const body = <PackingSlips slips={slips} shop={shopSettings.facts()} />
        return visit.page({ title: 'Packing slips', section: 'orders', body })
      },
    },
    {
      method: 'GET',
      path: '/orders/labels',
      role: 'read-only',
      async handle(visit) {
        const ids = tickedIn(visit)
        if (ids instanceof Response) return ids
        const found = await orderBulk.find(ids)
        const bought = await printableLabels(ids)
        const labels = found.map(({ order }) => ({
          order,
          shipTo: addressLines(order),
          bought: bought.get(order.id),
        }))
        const body = <AddressLabels labels={labels} shop={shopSettings.facts()} />
        return visit.page({ title: 'Labels', section: 'orders', body })
      },
    },
    { method: 'POST', path: '/orders/bulk/pack', role: 'staff', handle: (visit) => move(visit, 'pack') },
    { method: 'POST', path: '/orders/bulk/unpack', role: 'staff', handle: (visit) => move(visit, 'unpack') },
    { method: 'POST', path: '/orders/bulk/ship', role: 'staff', handle: ship },
    { method: 'POST', path: '/orders/bulk/deliver', role: 'staff', handle: (visit) => move(visit, 'deliver') },
    { method: 'POST', path: '/orders/bulk/undeliver', role: 'staff', handle: (visit) => move(visit, 'undeliver') },
  ]
}
