import { randomUUID } from 'node:crypto'
import { Order, type RefusedAction } from '#desk/views/orders/order.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import { ORDER_LISTS, type OrderList } from '#domain/orders/order-lists.ts'
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
export type NextInList = { list: OrderList; id: string | undefined }

/** Of the list in the address; undefined if the order was opened another way. */
export async function nextOf(
  visit: OperatorVisit,
  { orderList }: { orderList: Pick<OrderListService, 'next'> },
): Promise<NextInList | undefined> {
  const given = ORDER_LISTS.find((list) => list === visit.query('list'))
  return given && { list: given, id: await orderList.next(given, visit.id('id')) }
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
