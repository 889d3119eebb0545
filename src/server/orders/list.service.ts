import { isEmailAddress } from '#contract/email-address.ts'
import { plainDollars } from '#domain/money/dollars.ts'
import type { OrderList } from '#domain/orders/order-lists.ts'
import { toOrderSearch } from '#domain/orders/order-search.ts'
import { toCsvLine } from '#domain/text/csv.ts'
import { foldEmail } from '#domain/text/fold-email.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  type DayPeriod,
  type ExportedOrder,
  findOrders,
  findOrdersOf,
  type FoundCursor,
  listForExport,
  listOrders,
  type OrderCursor,
  type OrderKey,
} from './list.queries.ts'
import type { ListedOrder } from './orders.views.ts'

/** Search cursor: a name is searched as a last name first, then as a first name. */
export type SearchCursor = OrderCursor & { stage: number; key: string }

export type OrderPage<Cursor> = { orders: ListedOrder[]; next: Cursor | undefined }

const PAGE = 25
const EXPORT_PAGE = 500

const STAGES: Record<'number' | 'email' | 'name', { key: OrderKey; except?: OrderKey }[]> = {
  number: [{ key: 'number' }],
  email: [{ key: 'email' }],
  // Excludes matches of the first stage, so each order is found once.
  name: [{ key: 'lastName' }, { key: 'firstName', except: 'lastName' }],
}

export type OrderListService = ReturnType<typeof createOrderListService>

/**
 * Finds orders. Every query reads one index from the cursor on, so its cost does not grow with the number of orders.
 */
export function createOrderListService({ orm }: Database) {
  return {
    async list(list: OrderList, after: OrderCursor | undefined): Promise<OrderPage<OrderCursor>> {
      const found = await listOrders(orm, list, { after, limit: PAGE + 1 })
      return toPage(found, ({ micros, id }) => ({ micros, id }))
    },

    async search(typed: string, after: SearchCursor | undefined): Promise<OrderPage<SearchCursor>> {
      const search = toOrderSearch(typed)
      if (!search) return { orders: [], next: undefined }
      if (search.field === 'email' && isEmailAddress(search.start)) {
        const found = await findOrdersOf(orm, foldEmail(search.start), { after, limit: PAGE + 1 })
        return toPage(found, ({ micros, id }) => ({ micros, id, stage: 0, key: '' }))
      }
      const found: (ListedOrder & FoundCursor & { stage: number })[] = []
      for (const [stage, { key, except }] of STAGES[search.field].entries()) {
        if (stage < (after?.stage ?? 0)) continue
        const limit = PAGE + 1 - found.length
        if (limit === 0) break
        const from = stage === after?.stage ? after : undefined
        const part = await findOrders(orm, { key, start: search.start, except }, { after: from, limit })
        found.push(...part.map((order) => ({ ...order, stage })))
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

function toPage<Found extends ListedOrder, Cursor>(
  found: Found[],
  cursorOf: (last: Found) => Cursor,
): OrderPage<Cursor> {
  const orders = found.slice(0, PAGE)
  const last = orders.at(-1)
  return { orders, next: last && found.length > PAGE ? cursorOf(last) : undefined }
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
  ['E-mail', ({ order }) => order.email],
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
  ['Delivery', ({ order }) => plainDollars(order.shippingCents)],
  ['Sales tax', ({ order }) => plainDollars(order.taxCents)],
  ['Total', ({ order }) => plainDollars(order.totalCents)],
  ['Refunded', ({ order }) => plainDollars(order.refundedCents)],
  ['Carrier', ({ order }) => order.trackingCarrier ?? ''],
  ['Tracking number', ({ order }) => order.trackingNumber ?? ''],
  ['Note', ({ order }) => order.note ?? ''],
]
