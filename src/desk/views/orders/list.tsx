import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { Field } from '#desk/ui/form-parts.tsx'
import { Pager } from '#desk/ui/pager.tsx'
import { Empty, ScreenHead } from '#desk/ui/screen.tsx'
import { formatCents } from '#domain/money/cents.ts'
import type { OrderList } from '#domain/orders/order-lists.ts'
import type { ListedOrder } from '#server/orders/orders.views.ts'
import { OrderStateBadges } from './order-state.tsx'

type OrdersProps = {
  list: OrderList
  /** The search text; empty while a list is shown. */
  search: string
  orders: readonly ListedOrder[]
  isFirstPage: boolean
  /** The cursor of the next page, encoded for the URL. */
  next: string | undefined
  /** Default date range of the export. */
  days: { from: string; to: string }
  mayExport: boolean
  mayCreate: boolean
}

const LISTS: Record<OrderList, { label: string; nothing: string }> = {
  'to-pack': { label: 'To pack', nothing: 'Everything is packed. A new order shows up here by itself.' },
  confirming: { label: 'Confirming', nothing: 'No payment waits to be confirmed.' },
  packed: { label: 'Packed', nothing: 'No package is waiting for pickup.' },
  shipped: { label: 'Shipped', nothing: 'Nothing has been shipped yet.' },
  'given-back': { label: 'Refunded', nothing: 'Nothing was refunded or cancelled.' },
  'not-taken': { label: 'Not taken', nothing: 'Every payment went through.' },
  all: { label: 'All', nothing: 'Nobody has ordered yet.' },
}

export function Orders(props: OrdersProps) {
  const { list, search, orders, isFirstPage, next, days, mayExport, mayCreate } = props
  const isSearch = search !== ''
  const isOldestFirst = !isSearch && (list === 'to-pack' || list === 'packed')
  const here = isSearch ? { q: search } : { list }
  return (
    <>
      <ScreenHead title="Orders">
        {mayCreate && (
          <a className="button button-quiet" href={deskPaths.newOrder()}>
            Order without card
          </a>
        )}
      </ScreenHead>
      <form method="get" action={deskPaths.orders()} role="search" className="order-search">
        <Field
          name="q"
          label="Find an order"
          hint="The beginning of its number, of an e-mail address or of a name"
          type="search"
          defaultValue={search}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit" className="button button-quiet">
          Find
        </button>
      </form>
      <nav aria-label="Lists" className="order-lists">
        {Object.entries(LISTS).map(([name, { label }]) => (
          <a
            key={name}
            className="chip"
            href={deskPaths.orders({ list: name })}
            aria-current={(!isSearch && name === list) || undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <div id="orders" data-live="orders" className="mt-4">
        {orders.length === 0 ? (
          <Empty>{isSearch ? 'No order begins like this.' : LISTS[list].nothing}</Empty>
        ) : (
          <OrderTable orders={orders} caption={isSearch ? `Orders found for ${search}` : LISTS[list].label} />
        )}
      </div>
      <Pager
        first={isFirstPage ? undefined : deskPaths.orders(here)}
        next={next && deskPaths.orders({ ...here, after: next })}
        isOldestFirst={isOldestFirst}
      />
      {mayExport && <ExportForm days={days} />}
    </>
  )
}

/** A row on wide screens, a card on a phone; all of it links to the order. */
function OrderTable({ orders, caption }: { orders: readonly ListedOrder[]; caption: string }) {
  return (
    <table className="order-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Placed</th>
          <th scope="col">Buyer</th>
          <th scope="col">State</th>
          <th scope="col" className="number">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td className="order-number">
              <a href={deskPaths.order(order.id)}>{order.number}</a>
            </td>
            <td className="order-date">
              <time dateTime={order.createdAt.toISOString()}>{shortDateTime(order.createdAt)}</time>
            </td>
            <td className="order-buyer">
              {order.firstName} {order.lastName}
              <span className="hint block">
                {order.city}, {order.stateCode}
              </span>
            </td>
            <td className="order-state">
              <OrderStateBadges order={order} />
            </td>
            <td className="order-total number">{formatCents(order.totalCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ExportForm({ days }: { days: { from: string; to: string } }) {
  return (
    <form method="get" action={deskPaths.exportOrders()} className="order-export">
      <h2>Export</h2>
      <Field name="from" id="export-from" label="From" type="date" defaultValue={days.from} required />
      <Field name="to" id="export-to" label="To" type="date" defaultValue={days.to} required />
      <button type="submit" className="button button-quiet">
        Download CSV
      </button>
    </form>
  )
}
