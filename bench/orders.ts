/** Compares order search, order details and the tax report with a thousand orders of two years and with a million. */
import { createAlertService } from '#server/alerts/alerts.service.ts'
import { releaseDiscount } from '#server/discounts/discounts.service.ts'
import type { OrderCursor } from '#server/orders/list.queries.ts'
import { createOrderListService } from '#server/orders/list.service.ts'
import { createOrderDeskService } from '#server/orders/order-desk.service.ts'
import { createOrderLinks } from '#server/orders/order-links.ts'
import { orderPayments } from '#server/payments/order-payments.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createTaxReportService } from '#server/reports/tax.service.ts'
import { createReviewLinks } from '#server/reviews/review-links.ts'
import { type Loads, measureGrowth } from './growth.ts'

/** Few first names and many last names; one in ten is a Prado, one in a hundred was partially refunded. */
function grow(count: number): string {
  return `insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city, state_code,
        zip, phone, tracking_number, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents, created_at, paid_at)
      select 'BLM-' || translate(lpad(upper(to_hex(n)), 8, 'Z'), '01', 'GH') || '-ABCD', 'checkout-' || n, 'hash',
        case when n % 1000 = 0 then 'paid' when n % 77 = 0 then 'payment_failed' when n % 500 = 3 then 'cancelled' else 'shipped' end,
        'buyer' || n % 300000 || '@example.com', 'buyer' || n % 300000 || '@example.com',
        (array['Ana', 'Ben', 'Dana', 'Kim', 'Zoe'])[1 + n % 5], case when n % 10 = 0 then 'Prado' else 'Name' || n % 50000 end,
        '1 Main St', 'Provo', (array['UT', 'CO', 'NJ', 'TX', 'CA', 'NY', 'WA'])[1 + n % 7], '84601',
        '+1801' || lpad((n % 9999991)::text, 7, '5'), '9400111201080' || lpad(n::text, 9, '0'), 5000, 0, 999, 358, 715, 6357, at, at
      from (select n, now() - (n::bigint * 7919 % 63072000) * interval '1 second' as at from generate_series(1, ${count}) n) orders;
    insert into order_lines (order_id, position, product_id, name, price_cents, quantity, ordered_at)
      select id, 1, 'pure-bloom', 'Pure Bloom', 2500, 2, created_at from orders;
    insert into payment_attempts (id, order_id, attempt_no, state, source_hash, amount_cents, square_payment_id, lease_until, created_at)
      select gen_random_uuid(), id, 1, case when state = 'payment_failed' then 'declined' else 'succeeded' end, checkout_key, 6357,
        case when state <> 'payment_failed' then 'payment-' || checkout_key end, now(), created_at from orders;
    insert into refunds (id, attempt_id, amount_cents, reason, state, created_at)
      select gen_random_uuid(), id, 1000, 'x', 'completed', created_at from payment_attempts
      where state = 'succeeded' and hashtext(source_hash) % 100 = 0;
    insert into outbox (cause, template, recipient, payload, state)
      select 'order-confirmation:' || id, 'order-confirmation', email, jsonb_build_object('orderNumber', number), 'sent' from orders`
}

/** The order in the middle, and the cursor of the page that starts after it. */
async function findMiddle(database: Database, count: number) {
  const [row] = await database.withConnection((connection) =>
    connection.rows(
      `select id, number, (extract(epoch from created_at) * 1000000)::bigint as micros,
         lower(last_name || ' ' || first_name) as key
       from orders where last_name = 'Prado' order by created_at desc, id offset $1 limit 1`,
      [Math.floor(count / 20)],
    ),
  )
  const cursor: OrderCursor = { micros: Number(row?.micros), id: String(row?.id) }
  return { number: String(row?.number), cursor, key: String(row?.key) }
}

function loadsOf(database: Database, count: number): Loads {
  const now = () => new Date()
  const orders = createOrderListService(database)
  const links = createOrderLinks('bench')
  const desk = createOrderDeskService({
    database,
    links,
    reviewLinks: createReviewLinks('bench'),
    payments: orderPayments,
    releaseDiscount,
    asksForReviews: () => true,
    now,
  })
  const taxes = createTaxReportService(database, now)
  const alerts = createAlertService(database, now)
  const middle = findMiddle(database, count)
  const lastYear = new Date().getUTCFullYear() - 1
  return {
    listToPack: () => orders.list('to-pack', undefined),
    listAll: () => orders.list('all', undefined),
    listAllFromTheMiddle: async () => orders.list('all', (await middle).cursor),
    listRefunded: () => orders.list('given-back', undefined),
    findNumber: async () => orders.search((await middle).number, undefined),
    findAddress: () => orders.search('buyer77@example.com', undefined),
    findAddressByItsBeginning: () => orders.search('buyer7', undefined),
    findCommonLastName: () => orders.search('prado', undefined),
    findCommonLastNameFromTheMiddle: async () => {
      const { cursor, key } = await middle
      return orders.search('prado', { ...cursor, stage: 0, key })
    },
    findCommonFirstName: () => orders.search('zoe', undefined),
    findNobody: () => orders.search('xyz', undefined),
    findZip: () => orders.search('84601', undefined),
    findPhone: () => orders.search('(801) 555-5777', undefined),
    findTracking: () => orders.search('9400 1112 0108 0000 0007 77', undefined),
    findProduct: () => orders.search('pure bloom', undefined),
    countLists: () => orders.counts(),
    nextOrder: async () => orders.next('all', (await middle).cursor.id),
    openOrder: async () => desk.find((await middle).cursor.id),
    alertBanner: () => alerts.countUnseen(),
    // These sum up every order of their period, so they grow with the orders; both are viewed once a month.
    taxQuarter: () => taxes.utah({ name: 'Q2', from: `${lastYear}-04-01`, until: `${lastYear}-07-01` }),
    taxStates: () => taxes.states(),
  }
}

export function measureOrders() {
  return measureGrowth({ grow, loadsOf })
}
