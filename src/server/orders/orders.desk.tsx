import { z } from 'zod'
import type { ShopFacts } from '#contract/shop-facts.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { AddressLabel } from '#desk/views/orders/address-label.tsx'
import { Orders } from '#desk/views/orders/list.tsx'
import { type OpenOrder, OrderPanel } from '#desk/views/orders/order-panel.tsx'
import { PackingSlip } from '#desk/views/orders/packing-slip.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import type { DeliveryRules } from '#domain/orders/delivery-estimate.ts'
import { type ListView, toListView, viewDays } from '#domain/orders/order-filter.ts'
import { toOrderList } from '#domain/orders/order-lists.ts'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { isDay } from '#domain/time/shop-day.ts'
import { cursorSchema, readCursor, writeCursor } from '#server/desk/cursor.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import { type OperatorVisit, UUID } from '#server/desk/visit.tsx'
import { csvFile } from '#server/platform/http/csv-response.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import { addressLines } from './address-lines.ts'
import type { OrderListService, SearchCursor } from './list.service.ts'
import type { OrderDeskService } from './order-desk.service.ts'
import type { OrderFilterService } from './order-filters.service.ts'
import type { PrintableLabels } from './order-labels.ts'
import { nextIn, nextOf, orderIn, orderView, renderOrder } from './order-screen.tsx'
import { linesToPack } from './packed-lines.ts'

const searchCursorSchema = cursorSchema.extend({
  stage: z.int().min(0).max(9),
  key: z.string().max(300),
}) satisfies z.ZodType<SearchCursor>

const SHOWN_EXPORT_DAYS = 30

type OrderRouteDeps = {
  orderList: OrderListService
  orderFilters: Pick<OrderFilterService, 'list'>
  orderDesk: OrderDeskService
  /** Shipping labels, if an account is connected. */
  carrier: { labels: { isConnected: () => Promise<boolean> } }
  printableLabels: PrintableLabels
  now: () => Date
  securityHeaders: SecurityHeaders
  /** The sender on packing slips and labels, and the days until an order ships. */
  shopSettings: { facts: () => ShopFacts; current: () => { delivery: DeliveryRules } }
}

/** Parts of the screen that show the open order. */
const ORDER_PARTS = [
  'order-panel',
  'order-state',
  'order-ship-to',
  'order-work',
  'order-balance',
  'order-labels',
  'order-timeline',
  'order-foot',
]

export function orderRoutes(deps: OrderRouteDeps): DeskRoute[] {
  const { orderList, orderFilters, orderDesk, carrier, printableLabels, now, securityHeaders, shopSettings } = deps

  /** The order from the address, open next to the list, if any. */
  async function findOpen(visit: OperatorVisit, view: ListView | undefined): Promise<OpenOrder | undefined> {
    const id = visit.query('open')
    const isWanted = ORDER_PARTS.some((part) => visit.wants(part))
    const detail = UUID.test(id) && isWanted ? await orderDesk.find(id) : undefined
    if (!detail) return undefined
    const next = await nextIn(view, id, deps)
    return { id, number: detail.order.number, view: orderView(visit, detail, { next }) }
  }

  async function render(visit: OperatorVisit): Promise<Response> {
    const search = visit.query('q')
    const view = toListView(toOrderList(visit.query('list')), (name) => visit.query(name))
    const open = await findOpen(visit, search === '' ? view : undefined)
    if (visit.isPartial && !['orders', 'order-lists'].some((part) => visit.wants(part)))
      return visit.page({ title: 'Orders', section: 'orders', body: <OrderPanel open={open} /> })
    const after = readCursor(visit)
    const today = shopDay(now())
    const { delivery } = shopSettings.current()
    const [page, counts, filters, canBuyLabels] = await Promise.all([
      search === ''
        ? orderList.list(view.list, cursorSchema.safeParse(after).data, viewDays(view, today, delivery))
        : orderList.search(search, searchCursorSchema.safeParse(after).data),
      orderList.counts(),
      orderFilters.list(),
      carrier.labels.isConnected(),
    ])
    const { role } = visit.operator
    const body = (
      <Orders
        open={open}
        {...view}
        search={search}
        orders={page.orders}
        counts={counts}
        filters={filters}
        isFirstPage={after === undefined}
        next={page.next && writeCursor(page.next)}
        days={{ from: addDays(today, -SHOWN_EXPORT_DAYS), to: today }}
        delivery={delivery}
        now={now()}
        mayWork={isAtLeast(role, 'staff')}
        mayCreate={isAtLeast(role, 'owner')}
        canBuyLabels={canBuyLabels}
      />
    )
    return visit.page({ title: 'Orders', section: 'orders', body })
  }

  return [
    { method: 'GET', path: '/orders', role: 'read-only', handle: render },
    {
      method: 'GET',
      path: '/orders/export.csv',
      role: 'staff',
      isSensitive: true,
      isFile: true,
      handle(visit) {
        const from = visit.query('from')
        const to = visit.query('to')
        if (!isDay(from) || !isDay(to) || from > to)
          return visit.go(deskPaths.orders(), {
            kind: 'problem',
            text: 'For the export, enter a first day and a last day, in that order.',
          })
        return csvFile(`orders-${from}-${to}`, orderList.exportCsv({ from, to }), securityHeaders)
      },
    },
    {
      method: 'GET',
      path: '/orders/:id',
      role: 'read-only',
      handle: async (visit) => renderOrder(visit, await orderIn(visit, deps), { next: await nextOf(visit, deps) }),
    },
    {
      method: 'GET',
      path: '/orders/:id/packing-slip',
      role: 'read-only',
      async handle(visit) {
        const detail = await orderIn(visit, deps)
        const { order } = detail
        const lines = linesToPack(detail, visit.query('package'))
        const withPrices = visit.query('prices') === 'yes' && lines === detail.lines
        const body = (
          <PackingSlip
            order={order}
            lines={lines}
            shipTo={addressLines(order)}
            shop={shopSettings.facts()}
            withPrices={withPrices}
          />
        )
        return visit.page({ title: `Packing slip ${order.number}`, section: 'orders', body })
      },
    },
    {
      method: 'GET',
      path: '/orders/:id/label',
      role: 'read-only',
      async handle(visit) {
        const { order } = await orderIn(visit, deps)
        const bought = (await printableLabels([order.id])).get(order.id)
        const body = (
          <AddressLabel order={order} shipTo={addressLines(order)} bought={bought} shop={shopSettings.facts()} />
        )
        return visit.page({ title: `Label ${order.number}`, section: 'orders', body })
      },
    },
  ]
}
