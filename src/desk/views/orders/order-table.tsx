import { deskPaths } from '#desk/desk-paths.ts'
import { When } from '#desk/ui/when.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { paidLaterCents } from '#domain/money/line-refund.ts'
import { itemsToShip } from '#domain/orders/items-to-ship.ts'
import { viewSearch } from '#domain/orders/order-filter.ts'
import { isOldestFirst } from '#domain/orders/order-lists.ts'
import { type ShipBy, shipBy } from '#domain/orders/ship-by.ts'
import { shopDay } from '#domain/time/display.ts'
import { dayInYear } from '#domain/time/time-ago.ts'
import type { OrderInList, OrderLine } from '#server/orders/orders.views.ts'
import type { OrdersProps } from './list.tsx'
import { AskedBadge, OrderNotes, OrderStateBadges } from './order-state.tsx'

type OrderTableProps = OrdersProps & { caption: string; hasTicks: boolean }

/** A row on wide screens, a card on a phone; all of it links to the order, except its box. */
export function OrderTable(props: OrderTableProps) {
  const { orders, caption, hasTicks, list, search } = props
  const isOpenList = search === '' && isOldestFirst(list)
  return (
    <table className={hasTicks ? 'order-table has-ticks' : 'order-table'}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {hasTicks && (
            <th scope="col" className="order-tick">
              <label className="choose">
                <span className="sr-only">Select</span>
                {/* Works by script, so the script shows it. */}
                <input type="checkbox" data-select-page autoComplete="off" hidden />
              </label>
            </th>
          )}
          <th scope="col">Order</th>
          <th scope="col">Placed</th>
          <th scope="col">Customer</th>
          <th scope="col">Items</th>
          <th scope="col" className="order-place">
            Ship to
          </th>
          <th scope="col">{isOpenList ? 'Ship by' : 'Status'}</th>
          <th scope="col" className="number">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} {...props} order={order} isOpenList={isOpenList} />
        ))}
      </tbody>
    </table>
  )
}

type OrderRowProps = OrderTableProps & { order: OrderInList; isOpenList: boolean }

function OrderRow(props: OrderRowProps) {
  const { order, open, hasTicks, isOpenList, search, delivery, now } = props
  const { id, number, createdAt, state } = order
  const due = shipBy(delivery, { state, orderedOn: shopDay(createdAt) }, shopDay(now))
  return (
    <tr data-order>
      {hasTicks && (
        <td className="order-tick">
          <label className="choose">
            <input type="checkbox" name="id" value={id} autoComplete="off" aria-label={`Select ${number}`} />
          </label>
        </td>
      )}
      <td className="order-number">
        <a
          href={deskPaths.order(id, search === '' ? viewSearch(props) : undefined)}
          aria-label={number}
          aria-current={open?.id === id || undefined}
        >
          {number.slice(4)}
        </a>
      </td>
      <td className="order-date">
        <When at={createdAt} />
      </td>
      <td className="order-buyer">
        {order.firstName} {order.lastName} {isOpenList && <OrderNotes order={order} />}
      </td>
      <Items lines={order.lines} />
      <td className="order-place">
        {order.city}, {order.stateCode}
      </td>
      <td className="order-due">
        {isOpenList ? due && <Due due={due} /> : <OrderStateBadges order={order} />}
        {!isOpenList && due?.urgency === 'late' && <span className="badge badge-late">Late</span>}
        {order.askedCents !== null && <AskedBadge cents={order.askedCents} />}
      </td>
      <td className="order-total number">{formatCents(order.totalCents + paidLaterCents(order))}</td>
    </tr>
  )
}

/** The first item and how many more, without removed ones; a phone has room for all of them. */
function Items({ lines }: { lines: readonly OrderLine[] }) {
  const toShip = itemsToShip(lines)
  const names = (toShip.length > 0 ? toShip : lines).map(
    ({ quantity, name, size }) => `${quantity} × ${name}${size ? ` ${size}` : ''}`,
  )
  const all = names.join(', ')
  return (
    <td className="order-items">
      <span className="when-wide order-items-line" title={all}>
        <span className="order-items-first">{names[0]}</span>
        {names.length > 1 && <span className="order-items-more">+{names.length - 1}</span>}
      </span>
      <span className="when-narrow">{all}</span>
    </td>
  )
}

function Due({ due: { day, urgency } }: { due: ShipBy }) {
  const date = dayInYear(day)
  if (urgency === 'late')
    return (
      <span className="badge badge-late" title={`Ship by ${date}`}>
        Late
      </span>
    )
  return (
    <>
      <span className="when-narrow">Ship by </span>
      {urgency === 'today' ? <strong>Today</strong> : date}
    </>
  )
}
