import { isEmailAddress } from '#contract/email-address.ts'
import { plainDollars } from '#domain/money/dollars.ts'
import type { ViewDays } from '#domain/orders/order-filter.ts'
import type { OrderList } from '#domain/orders/order-lists.ts'
import { type OrderSearch, toOrderSearches } from '#domain/orders/order-search.ts'
import { toCsvLine } from '#domain/text/csv.ts'
import { foldEmail } from '#domain/text/fold-email.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  type DayPeriod,
  type ExportedOrder,
  countLists,
  findCursor,
  findOrders,
  findOrdersOf,
  findOrdersWithPackage,
  findOrdersWithProduct,
  type FoundCursor,
  type KeySearch,
  listForExport,
  listOrders,
  type OrderCursor,
} from './list.queries.ts'
import { listLinesOf } from './order-bulk.queries.ts'
import type { ListedOrder, OrderInList } from './orders.views.ts'

export { findMailboxes } from './list.queries.ts'

/** Search cursor: what was typed is looked for in one place after another. */
export type SearchCursor = OrderCursor & { stage: number; key: string }

export type OrderPage<Cursor> = { orders: OrderInList[]; next: Cursor | undefined }

const PAGE = 50
const EXPORT_PAGE = 500

export type OrderListService = ReturnType<typeof createOrderListService>

/**
 * Finds orders. Every query reads one index from the cursor on, so its cost does not grow with the number of orders.
 */
export function createOrderListService({ orm }: Database) {
  async function toPage<Found extends ListedOrder, Cursor>(
    found: Found[],
    cursorOf: (last: Found) => Cursor,
  ): Promise<OrderPage<Cursor>> {
    const shown = found.slice(0, PAGE)
    const last = shown.at(-1)
    const lines = await listLinesOf(
      orm,
      shown.map(({ id }) => id),
    )
    const orders = shown.map((order) => ({ ...order, lines: lines.filter(({ orderId }) => orderId === order.id) }))
    return { orders, next: last && found.length > PAGE ? cursorOf(last) : undefined }
  }

  async function findPart(
    { field, start }: OrderSearch,
    page: { after: FoundCursor | undefined; limit: number; except: readonly KeySearch[] },
  ): Promise<(ListedOrder & { key?: string })[]> {
    if (field === 'product') return findOrdersWithProduct(orm, start, page)
    if (field === 'package') return findOrdersWithPackage(orm, start, page)
    return findOrders(orm, { key: field, start }, page)
  }

  return {
    async list(list: OrderList, after: OrderCursor | undefined, days: ViewDays = {}): Promise<OrderPage<OrderCursor>> {
      const found = await listOrders(orm, list, { after, limit: PAGE + 1, ...days })
      return toPage(found, ({ micros, id }) => ({ micros, id }))
    },

    /** How many orders each list has, up to one beyond `countedUpTo`. */
    counts: (): Promise<Record<OrderList, number>> => countLists(orm),

    /** The order after this one in a list; after the last one, the first. Undefined if there is no other. */
    async next(list: OrderList, orderId: string, days: ViewDays = {}): Promise<string | undefined> {
      const after = await findCursor(orm, orderId)
      const [next] = await listOrders(orm, list, { after, limit: 1, ...days })
      if (next) return next.id
      const [first] = await listOrders(orm, list, { after: undefined, limit: 1, ...days })
      return first && first.id !== orderId ? first.id : undefined
    },

    async search(typed: string, after: SearchCursor | undefined): Promise<OrderPage<SearchCursor>> {
      if (isEmailAddress(typed.trim())) {
        const found = await findOrdersOf(orm, foldEmail(typed.trim()), { after, limit: PAGE + 1 })
        return toPage(found, ({ micros, id }) => ({ micros, id, stage: 0, key: '' }))
      }
      const found: (ListedOrder & FoundCursor & { stage: number })[] = []
      const except: KeySearch[] = []
      for (const [stage, { field, start }] of toOrderSearches(typed).entries()) {
        const limit = PAGE + 1 - found.length
        if (stage >= (after?.stage ?? 0) && limit > 0) {
          const from = stage === after?.stage ? after : undefined
          const part = await findPart({ field, start }, { after: from, limit, except })
          found.push(...part.map((order) => ({ key: '', ...order, stage })))
        }
        if (field !== 'product' && field !== 'package') except.push({ key: field, start })
      }
      return toPage(found, ({ micros, id, stage, key }) => ({ micros, id, stage, key }))
    },

    /** Streams page by page; queries stop when the reader stops. */
    async *exportCsv(period: DayPeriod): AsyncGenerator<string, void> {
      yield toCsvLine(EXPORT_COLUMNS.map(([head]) => head))
      let after: OrderCursor | undefined
      do {
        const rows = await listForExport(orm, period, { after, limit: EXPORT_PAGE })
        const lines = rows.map((row) => toCsvLine(EXPORT_COLUMNS.map(([, cell]) => cell(row))))
        if (lines.length > 0) yield lines.join('')
        const last = rows.length === EXPORT_PAGE ? rows.at(-1) : undefined
        after = last && { micros: last.micros, id: last.order.id }
      } while (after)
    },
  }
}

const EXPORT_COLUMNS: [string, (row: ExportedOrder) => string][] = [
  ['Order', ({ order }) => order.number],
  ['State', ({ order }) => order.state],
  ['Placed', ({ order }) => order.createdAt.toISOString()],
  ['Paid', ({ order }) => order.paidAt?.toISOString() ?? ''],
  ['Shipped', ({ order }) => order.shippedAt?.toISOString() ?? ''],
  ['Paid by', ({ order }) => order.paidOutside ?? 'card'],
  ['First name', ({ order }) => order.firstName],
  ['Last name', ({ order }) => order.lastName],
  ['Email', ({ order }) => order.email],
  // A spreadsheet would read a leading plus as a formula.
  ['Phone', ({ order }) => order.phone?.replace(/^\+/, '') ?? ''],
  ['Address', ({ order }) => order.line1],
  ['Address 2', ({ order }) => order.line2 ?? ''],
  ['City', ({ order }) => order.city],
  ['State code', ({ order }) => order.stateCode],
  ['ZIP', ({ order }) => order.zip],
  ['Items', ({ items }) => items],
  ['Subtotal', ({ order }) => plainDollars(order.subtotalCents)],
  ['Discount', ({ order }) => plainDollars(order.discountCents)],
  ['Code', ({ order }) => order.discountCode ?? ''],
  ['Shipping', ({ order }) => plainDollars(order.shippingCents)],
  ['Sales tax', ({ order }) => plainDollars(order.taxCents)],
  ['Total', ({ order }) => plainDollars(order.totalCents)],
  ['Refunded', ({ order }) => plainDollars(order.refundedCents)],
  ['Carrier', ({ order }) => order.trackingCarrier ?? ''],
  ['Tracking number', ({ order }) => order.trackingNumber ?? ''],
  ['Note', ({ order }) => order.note ?? ''],
  // Last, so that the others keep their places.
  ['Sales tax paid later', ({ order }) => plainDollars(order.addedTaxCents)],
  ['Items paid later', ({ order }) => plainDollars(order.addedGoodsCents - order.addedDiscountCents)],
  ['Shipping paid later', ({ order }) => plainDollars(order.addedShippingCents)],
]
