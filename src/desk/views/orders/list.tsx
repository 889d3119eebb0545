import { deskPaths } from '#desk/desk-paths.ts'
import { Field } from '#desk/ui/form-parts.tsx'
import { Pager } from '#desk/ui/pager.tsx'
import { Empty, ScreenHead } from '#desk/ui/screen.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { paidLaterCents } from '#domain/money/line-refund.ts'
import type { DeliveryRules } from '#domain/orders/delivery-estimate.ts'
import { type ListView, viewFields, viewSearch } from '#domain/orders/order-filter.ts'
import { countedUpTo, isOldestFirst, type OrderList } from '#domain/orders/order-lists.ts'
import { counted } from '#domain/time/display.ts'
import type { OrderInList, SavedOrderFilter } from '#server/orders/orders.views.ts'
import { BulkBar, bulkActionsOf } from './bulk-bar.tsx'
import { OrderFilters } from './order-filters.tsx'
import { type OpenOrder, OrderPanel } from './order-panel.tsx'
import { OrderTable } from './order-table.tsx'

export type OrdersProps = ListView & {
  open: OpenOrder | undefined
  /** The search text; empty while a list is shown. */
  search: string
  orders: readonly OrderInList[]
  counts: Record<OrderList, number>
  filters: readonly SavedOrderFilter[]
  isFirstPage: boolean
  /** The cursor of the next page, encoded for the URL. */
  next: string | undefined
  /** Default date range of the export. */
  days: { from: string; to: string }
  delivery: DeliveryRules
  now: Date
  /** Packs and ships, exports, and saves filters. */
  mayWork: boolean
  mayCreate: boolean
  /** An account for shipping labels is connected. */
  canBuyLabels: boolean
}

const LISTS: Record<OrderList, { label: string; nothing: string }> = {
  'to-pack': { label: 'To pack', nothing: 'Everything is packed. New orders show up here on their own.' },
  packed: { label: 'Packed', nothing: 'No package is waiting for pickup.' },
  'partly-shipped': { label: 'Partly shipped', nothing: 'No order waits for the rest of it to ship.' },
  shipped: { label: 'Shipped', nothing: 'Nothing has been shipped yet.' },
  problem: { label: 'Delivery problems', nothing: 'The carriers report no problems.' },
  delivered: { label: 'Delivered', nothing: 'No order is marked as delivered.' },
  confirming: { label: 'Confirming', nothing: 'No payment is waiting to be confirmed.' },
  owing: { label: 'Balance due', nothing: 'No customer has been asked to pay more.' },
  returns: { label: 'Returns', nothing: 'Nothing was sent back.' },
  'given-back': { label: 'Refunded', nothing: 'Nothing was refunded or canceled.' },
  'not-taken': { label: 'Payment failed', nothing: 'Every payment went through.' },
  all: { label: 'All', nothing: 'No orders yet.' },
}

export function Orders(props: OrdersProps) {
  const { open, list, search, orders, isFirstPage, next, days, mayWork, mayCreate, canBuyLabels } = props
  const isSearch = search !== ''
  const isWork = !isSearch && isOldestFirst(list)
  const here = isSearch ? { q: search } : viewSearch(props)
  const actions = bulkActionsOf(isSearch ? 'all' : list, mayWork, canBuyLabels)
  const shown = (
    <div id="orders" data-live="orders">
      {orders.length === 0 ? (
        <Empty>{isSearch ? `No order found for “${search}”.` : nothingIn(props)}</Empty>
      ) : (
        <OrderTable
          {...props}
          caption={isSearch ? `Orders found for ${search}` : LISTS[list].label}
          hasTicks={actions.length > 0}
        />
      )}
    </div>
  )
  return (
    <div className="orders-screen">
      <div className="orders-list">
        <ScreenHead title="Orders">
          {mayCreate && (
            <a className="button button-quiet" href={deskPaths.newOrder()}>
              Create order
            </a>
          )}
        </ScreenHead>
        <div className="order-find">
          <form method="get" action={deskPaths.orders()} role="search">
            <label className="sr-only" htmlFor="q">
              Find an order
            </label>
            <input
              id="q"
              name="q"
              type="search"
              className="field"
              defaultValue={search}
              placeholder="Name, number, zip, tracking, product"
              autoComplete="off"
              enterKeyHint="search"
              maxLength={200}
            />
            <button type="submit" className="button button-quiet">
              Find
            </button>
          </form>
          <OrderFilters {...props} isSearch={isSearch} />
        </div>
        <Tabs {...props} isSearch={isSearch} />
        {actions.length > 0 ? (
          <form method="post" action={deskPaths.packingSlips()} data-orders={mayWork ? 'work' : 'read'}>
            {Object.entries(isSearch ? { list: 'all' } : viewFields(props)).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <BulkBar actions={actions} />
            {shown}
          </form>
        ) : (
          shown
        )}
        {orders.length > 0 && <ListFoot orders={orders} isWhole={isFirstPage && !next} hasKeys={actions.length > 0} />}
        <Pager
          first={isFirstPage ? undefined : deskPaths.orders(here)}
          next={next && deskPaths.orders({ ...here, after: next })}
          isOldestFirst={isWork}
        />
        {mayWork && <ExportForm days={days} />}
      </div>
      <OrderPanel open={open} />
    </div>
  )
}

function nothingIn({ list, placed, paid }: ListView): string {
  return placed || paid ? 'No order of this list matches the filter.' : LISTS[list].nothing
}

function Tabs({ list, counts, isSearch }: OrdersProps & { isSearch: boolean }) {
  return (
    <nav aria-label="Lists" className="order-lists" id="order-lists" data-live="orders">
      {(Object.entries(LISTS) as [OrderList, { label: string }][]).map(([name, { label }]) => (
        <a key={name} href={deskPaths.orders({ list: name })} aria-current={(!isSearch && name === list) || undefined}>
          {label} <span className="tab-count">{countText(counts[name], countedUpTo(name))}</span>
        </a>
      ))}
    </nav>
  )
}

function countText(count: number, maxCount: number): string {
  return count > maxCount ? `${maxCount.toLocaleString('en-US')}+` : count.toLocaleString('en-US')
}

type ListFootProps = { orders: readonly OrderInList[]; isWhole: boolean; hasKeys: boolean }

function ListFoot({ orders, isWhole, hasKeys }: ListFootProps) {
  const totalCents = orders.reduce((sum, order) => sum + order.totalCents + paidLaterCents(order), 0)
  return (
    <div className="order-foot">
      <p>
        {isWhole ? '' : 'On this page: '}
        {counted(orders.length, 'order')}, {formatCents(totalCents)}
      </p>
      {/* Shown by the script that listens to them. */}
      {hasKeys && (
        <p className="order-keys" data-keys hidden>
          <kbd>J</kbd> <kbd>K</kbd> move · <kbd>X</kbd> select · <kbd>P</kbd> pack · <kbd>/</kbd> search ·{' '}
          <button type="button" className="underlined" data-key-help>
            All keys
          </button>
        </p>
      )}
    </div>
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
