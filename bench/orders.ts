/** Compares the desk's screens with a thousand orders of two years and with a million. */
import { FEW_BOTTLES } from '#domain/catalogue/featured.ts'
import type { OrderList } from '#domain/orders/order-lists.ts'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { toReportRange } from '#domain/time/report-range.ts'
import { createAlertService } from '#server/alerts/alerts.service.ts'
import { createCustomerService } from '#server/customers/customers.service.ts'
import { releaseDiscount } from '#server/discounts/discounts.service.ts'
import { createOrderLabels } from '#server/labels/order-labels.ts'
import { createAuditService } from '#server/operators/audit.service.ts'
import type { OrderCursor } from '#server/orders/list.queries.ts'
import { createOrderListService } from '#server/orders/list.service.ts'
import { createOrderDeskService } from '#server/orders/order-desk.service.ts'
import { createOrderLinks } from '#server/orders/order-links.ts'
import { orderPayments } from '#server/payments/order-payments.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createSalesReportService } from '#server/reports/sales.service.ts'
import { createSubjectNames } from '#server/reports/subject-names.service.ts'
import { createTaxReportService } from '#server/reports/tax.service.ts'
import { createTodayService } from '#server/reports/today.service.ts'
import { createReviewLinks } from '#server/reviews/review-links.ts'
import { type Loads, measureGrowth } from './growth.ts'

const EVERYTHING = { actor: '', action: '', subject: '', from: '', to: '', words: '' }

/**
 * Two years, stored in the order in which they were placed. Both shops have the same open orders, so that lists of work are
 * equally long. Few first names and many last names; one customer in ten is a Prado, one in ten a Muñoz, and one order
 * in a hundred was partially refunded.
 */
export function grow(count: number): string {
  return `insert into discount_codes (code, kind, percent) values ('BLOOM-BENCH', 'percent', 10);
    insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city, state_code,
        zip, phone, tracking_number, discount_code, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents,
        created_at, paid_at)
      select 'BLM-' || translate(lpad(upper(to_hex(n)), 8, 'Z'), '01', 'GH') || '-ABCD', 'checkout-' || n, 'hash', state,
        'buyer' || n % 300000 || '@example.com', 'buyer' || n % 300000 || '@example.com',
        (array['Ana', 'Ben', 'Dana', 'Kim', 'Zoe'])[1 + n % 5],
        case n % 10 when 0 then 'Prado' when 5 then 'Muñoz' else 'Name' || n % 50000 end,
        '1 Main St', 'Provo', (array['UT', 'CO', 'NJ', 'TX', 'CA', 'NY', 'WA'])[1 + n % 7],
        case when n % 9 = 0 then '84601' else lpad((n % 99991)::text, 5, '0') end,
        '+1801' || lpad((n % 9999991)::text, 7, '5'), '9400111201080' || lpad(n::text, 9, '0'),
        case when n % 7 = 0 then 'BLOOM-BENCH' end, 5000, 0, 999, 358, 715, 6357, at, case when state not in ('payment_failed', 'pending_payment') then at end
      from (select n, now() - (n::bigint * 7919 % 63072000) * interval '1 second' as at,
          case when n <= 120 then 'paid' when n <= 200 then 'packed' when n <= 260 then 'pending_payment'
            when n <= 300 then 'partly_shipped' when n % 11 = 0 then 'payment_failed'
            when n % 15 = 3 then 'cancelled' when n % 2 = 0 then 'shipped' else 'delivered' end as state
        from generate_series(1, ${count}) n) orders order by at;
    insert into order_lines (order_id, position, product_id, name, price_cents, quantity, ordered_at)
      select o.id, position, ids[position + 2 * (hashtext(o.checkout_key) & 7)], 'An oil', 2500, 1, o.created_at
      from orders o, generate_series(1, 2) position, (select array_agg(id order by id) as ids from products) p;
    insert into payment_attempts (id, order_id, attempt_no, state, source_hash, amount_cents, square_payment_id, lease_until, created_at)
      select gen_random_uuid(), id, 1, case when state = 'payment_failed' then 'declined' else 'succeeded' end, checkout_key, 6357,
        case when state <> 'payment_failed' then 'payment-' || checkout_key end, now(), created_at from orders;
    insert into refunds (id, attempt_id, amount_cents, goods_cents, discount_cents, shipping_cents, tax_cents, reason, state, created_at)
      select gen_random_uuid(), id, 1000, 933, 0, 0, 67, 'x', 'completed', created_at from payment_attempts
      where state = 'succeeded' and hashtext(source_hash) % 100 = 0;
    -- Triggers are off while the shop grows.
    update orders o set refunded_cents = r.amount_cents from refunds r join payment_attempts a on a.id = r.attempt_id where a.order_id = o.id;
    -- Every delivered order in fifty came back, and a few are on their way.
    update orders set return_state = case when created_at > now() - interval '7 days' then 'expected' else 'received' end
      where state = 'delivered' and hashtext(checkout_key) % 50 = 0;
    insert into returns (order_id, state, reason, created_at, received_at)
      select id, return_state, 'did-not-suit', created_at, case return_state when 'received' then created_at end
      from orders where return_state is not null;
    -- Packages of every tenth order, some of which have a problem that was solved long ago.
    insert into shipments (order_id, carrier, tracking_number, shipped_at, progress, progress_at)
      select id, 'usps', tracking_number || 'B', created_at, case when state = 'delivered' and hashtext(checkout_key) % 20 = 0
        then 'problem' else 'delivered' end, created_at
      from orders where state in ('shipped', 'delivered', 'partly_shipped') and hashtext(checkout_key) % 10 = 0;
    update orders set has_problem = true where id in (select order_id from shipments where progress = 'problem');
    -- What was asked for later: of one order in fifty long ago, paid or lapsed, and of forty at the moment.
    insert into balance_requests (order_id, amount_cents, state, asked_at, expires_at, ended_at, withdrawn_by, goods_cents, discount_cents,
        shipping_cents, tax_cents, state_code, tax_basis_points, items_goods_cents, items_discount_cents, items_tax_cents)
      select id, 1072, state, at, at + interval '7 days', case when state <> 'open' then at + interval '1 day' end,
        case state when 'withdrawn' then 'lapse' end, 1000, 0, 0, 72, 'UT', 715, 6000, 0, 430
      from (select id, case when is_open then now() else created_at end as at,
          case when is_open then 'open' when hashtext(checkout_key) % 3 = 0 then 'withdrawn' else 'paid' end as state
        from (select *, checkout_key in (select 'checkout-' || n from generate_series(1, 40) n) as is_open from orders) o
        where is_open or (state in ('shipped', 'delivered') and hashtext(checkout_key) % 50 = 1)) asked;
    insert into outbox (cause, template, recipient, payload, state)
      select 'order-confirmation:' || id, 'order-confirmation', email, jsonb_build_object('orderNumber', number), 'sent' from orders;
    insert into audit_log (at, actor, action, subject_kind, subject_id)
      select created_at, 'operator' || (hashtext(checkout_key) & 3) || '@bloomera.example',
        case when hashtext(checkout_key) % 50 = 0 then 'order.refund' else 'order.ship' end, 'order', id::text from orders order by created_at`
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

export function loadsOf(database: Database, count: number): Loads {
  const now = () => new Date()
  const orders = createOrderListService(database)
  const links = createOrderLinks('bench')
  const desk = createOrderDeskService({
    database,
    links,
    reviewLinks: createReviewLinks('bench'),
    payments: orderPayments,
    labels: createOrderLabels({ open: async () => undefined }, now),
    releaseDiscount,
    asksForReviews: () => true,
    now,
  })
  const taxes = createTaxReportService(database, now)
  const alerts = createAlertService(database, now)
  const middle = findMiddle(database, count)
  const lastYear = new Date().getUTCFullYear() - 1
  const today = createTodayService(database, now, () => FEW_BOTTLES)
  const sales = createSalesReportService(database, now)
  const audit = createAuditService(database, createSubjectNames(database))
  const customers = createCustomerService(database)
  const rangeOf = (days: string) => toReportRange({ days, from: '', to: '' }, shopDay(now())).range
  const year = { days: '', from: addDays(shopDay(now()), -364), to: shopDay(now()) }
  const list = (name: OrderList) => () => orders.list(name, undefined)
  const find = (typed: string) => () => orders.search(typed, undefined)
  return {
    listToPack: list('to-pack'),
    listConfirming: list('confirming'),
    listBalanceDue: list('owing'),
    listPacked: list('packed'),
    listPartlyShipped: list('partly-shipped'),
    listShipped: list('shipped'),
    listDeliveryProblems: list('problem'),
    listDelivered: list('delivered'),
    listReturns: list('returns'),
    listRefunded: list('given-back'),
    listNotTaken: list('not-taken'),
    listAll: list('all'),
    listAllFromTheMiddle: async () => orders.list('all', (await middle).cursor),
    findNumber: async () => orders.search((await middle).number, undefined),
    findAddress: find('buyer77@example.com'),
    findAddressByItsBeginning: find('buyer7'),
    findCommonLastName: find('prado'),
    findCommonLastNameFromTheMiddle: async () => {
      const { cursor, key } = await middle
      return orders.search('prado', { ...cursor, stage: 0, key })
    },
    findNameWithoutItsAccent: find('munoz'),
    findCommonFirstName: find('zoe'),
    findNobody: find('xyz'),
    findZip: find('84601'),
    findPhone: find('(801) 555-5777'),
    findTracking: find('9400 1112 0108 0000 0007 77'),
    findPackage: find('9400 1112 0108 0000 0007 77B'),
    findProduct: find('pure bloom'),
    findCode: find('bloom-bench'),
    countLists: () => orders.counts(),
    nextOrder: async () => orders.next('all', (await middle).cursor.id),
    openOrder: async () => desk.find((await middle).cursor.id),
    customers: () => customers.list('', '', undefined),
    findCustomer: () => customers.list('munoz', '', undefined),
    badges: () => today.waiting(),
    alertBanner: () => alerts.countUnseen(),
    todayWork: () => today.work(),
    todaySales: () => sales.today(),
    chartsOf30Days: () => sales.report(rangeOf('30')),
    chartsOf90Days: () => sales.report(rangeOf('90')),
    chartsOfAYear: () => sales.report(toReportRange(year, year.to).range),
    activity: () => audit.list(EVERYTHING, undefined),
    activityOfOnePersonAndAction: () =>
      audit.list({ ...EVERYTHING, actor: 'operator0@bloomera.example', action: 'order.refund' }, undefined),
    activityOfOneOrder: async () => audit.list({ ...EVERYTHING, words: (await middle).number }, undefined),
    activityPeople: () => audit.people(),
    taxQuarter: () => taxes.utah({ name: 'Q2', from: `${lastYear}-04-01`, until: `${lastYear}-07-01` }),
    taxStates: () => taxes.states(),
  }
}

export function measureOrders() {
  return measureGrowth({ grow, loadsOf })
}
