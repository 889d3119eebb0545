import { randomUUID } from 'node:crypto'
import { Order, type RefusedAction } from '#desk/views/order.tsx'
import { isAtLeast } from '#domain/roles.ts'
import { AppError } from '#server/platform/errors.ts'
import { addressLines } from '#server/services/address-lines.ts'
import type { OrderDeskService } from '#server/services/order-desk.ts'
import type { OrderDetail } from '#server/services/order-desk.ts'
import type { OperatorVisit } from './visit.tsx'

/** The order that the path names. */
export async function orderIn(
  visit: OperatorVisit,
  { orderDesk }: { orderDesk: OrderDeskService },
): Promise<OrderDetail> {
  const detail = await orderDesk.find(visit.id('id'))
  if (!detail) throw new AppError('not_found', 'There is no such order.', 404)
  return detail
}

/** The screen of one order; a form that was refused comes back as it was sent, under its key if it has one. */
export function drawOrder(visit: OperatorVisit, detail: OrderDetail, refused?: RefusedAction): Response {
  const { role } = visit.operator
  const body = (
    <Order
      detail={detail}
      shipTo={addressLines(detail.order)}
      formKey={refused?.form.values.formKey ?? randomUUID()}
      refused={refused}
      mayWork={isAtLeast(role, 'staff')}
      isOwner={isAtLeast(role, 'owner')}
    />
  )
  return visit.page({ title: detail.order.number, section: 'orders', body, status: refused ? 422 : 200 })
}
