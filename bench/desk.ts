/** Compares the screens of the desk with a thousand orders of a year and with a million. */
import { FEW_BOTTLES } from '#domain/catalogue/featured.ts'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { toReportRange } from '#domain/time/report-range.ts'
import { createAuditService } from '#server/operators/audit.service.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createSalesReportService } from '#server/reports/sales.service.ts'
import { createTodayService } from '#server/reports/today.service.ts'
import { type Loads, measureGrowth } from './growth.ts'

const TODAY = shopDay(new Date())
const LAST_30 = toReportRange({ days: '30', from: '', to: '' }, TODAY).range
const LAST_YEAR = toReportRange({ days: '', from: addDays(TODAY, -364), to: TODAY }, TODAY).range

const EVERYTHING = { actor: '', action: '', subject: '', from: '', to: '' }

/** One order in a thousand is unpacked; each has two lines and an audit entry. */
function grow(count: number): string {
  return `insert into discount_codes (code, kind, percent) values ('BLOOM-BENCH', 'percent', 10);
    insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city, state_code,
        zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents, discount_code, created_at, paid_at)
      select 'BLM-' || translate(lpad(upper(to_hex(n)), 8, 'Z'), '01', 'GH') || '-ABCD', 'checkout-' || n, 'hash',
        case when n % 1000 = 0 then 'paid' else 'shipped' end, 'a@b.example', 'a@b.example', 'Dana', 'Whitfield', '1 Main St', 'Provo', 'UT',
        '84601', 5000, 0, 999, 0, 0, 5999, case when n % 5 = 0 then 'BLOOM-BENCH' end, at, at
      from (select n, now() - (n::bigint * 7919 % 31536000) * interval '1 second' as at from generate_series(1, ${count}) n) orders;
    insert into order_lines (order_id, position, product_id, name, price_cents, quantity)
      select o.id, position, ids[position + 2 * (hashtext(o.checkout_key) & 7)], 'An oil', 2500, 1
      from orders o, generate_series(1, 2) position, (select array_agg(id order by id) as ids from products) p;
    insert into audit_log (actor, action, subject_kind, subject_id)
      select 'operator' || n % 5 || '@bloomera.example', case when n % 50 = 0 then 'order.refund' else 'order.ship' end, 'order', n::text
      from generate_series(1, ${count}) n`
}

function loadsOf(database: Database): Loads {
  const now = () => new Date()
  const today = createTodayService(database, now, () => FEW_BOTTLES)
  const sales = createSalesReportService(database, now)
  const audit = createAuditService(database)
  return {
    work: () => today.work(),
    chartsByDay: () => sales.report(LAST_30),
    chartsByMonth: () => sales.report(LAST_YEAR),
    auditNewest: () => audit.list(EVERYTHING, undefined),
    auditByActorAndAction: () =>
      audit.list({ ...EVERYTHING, actor: 'operator0@bloomera.example', action: 'order.refund' }, undefined),
  }
}

export function measureDesk() {
  return measureGrowth({ grow, loadsOf })
}
