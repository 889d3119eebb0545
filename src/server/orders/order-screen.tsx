import { randomUUID } from 'node:crypto'
import { Order, type RefusedAction } from '#desk/views/orders/order.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import type { DeliveryRules } from '#domain/orders/delivery-estimate.ts'
import { type ListView, toListView, viewDays } from '#domain/orders/order-filter.ts'
import { ORDER_LISTS } from '#domain/orders/order-lists.ts'
import { shopDay } from '#domain/time/display.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { AppError } from '#server/platform/errors.ts'
import { addressLines } from './address-lines.ts'
import type { OrderListService } from './list.service.ts'
import type { OrderDeskService } from './order-desk.service.ts'
import type { OrderDetail } from './orders.views.ts'

/** The order named in the path. */
export async function orderIn(
  visit: OperatorVisit,
  { orderDesk }: { orderDesk: OrderDeskService },
): Promise<OrderDetail> {
  const detail = await orderDesk.find(visit.id('id'))
  if (!detail) throw new AppError('not_found', 'There is no such order.', 404)
  return detail
}

/** The list that an order was opened from, and the order after it. */
export type NextInList = { view: ListView; id: string | undefined }

export type NextDeps = {
  orderList: Pick<OrderListService, 'next'>
  now: () => Date
  /** What is late depends on the days until an order ships. */
  shopSettings: { current: () => { delivery: DeliveryRules } }
}

/** The list that an address or a form names; undefined if the order wasn't opened from one. */
export function openedFrom(read: (name: string) => string): ListView | undefined {
  const list = ORDER_LISTS.find((name) => name === read('list'))
  return list && toListView(list, read)
}

export async function nextIn(
  view: ListView | undefined,
  orderId: string,
  { orderList, now, shopSettings }: NextDeps,
): Promise<NextInList | undefined> {
  if (!view) return undefined
  const days = viewDays(view, shopDay(now()), shopSettings.current().delivery)
  return { view, id: await orderList.next(view.list, orderId, days) }
}

/** Of the list in the address. */
export function nextOf(visit: OperatorVisit, deps: NextDeps): Promise<NextInList | undefined> {
  const view = openedFrom((name) => visit.query(name))
  return nextIn(view, visit.id('id'), deps)
}

type OrderState = { refused?: RefusedAction; next?: NextInList | undefined }

/** One order, as a page or beside the list. */
export function orderView(visit: OperatorVisit, detail: OrderDetail, { refused, next }: OrderState) {
  const { role } = visit.operator
  return (
    <Order
      detail={detail}
      shipTo={addressLines(detail.order)}
      formKey={refused?.form.values.formKey ?? randomUUID()}
      refused={refused}
      next={next}
      mayWork={isAtLeast(role, 'staff')}
      isOwner={isAtLeast(role, 'owner')}
    />
  )
}

/** The page of one order; a refused form is redisplayed as submitted, with its form key if it had one. */
export function renderOrder(visit: OperatorVisit, detail: OrderDetail, state: OrderState = {}): Response {
  const body = orderView(visit, detail, state)
  return visit.page({ title: detail.order.number, section: 'orders', body, status: state.refused ? 422 : 200 })
}
