import { beforeEach } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'

type Sale = { cents?: number; code?: boolean; quantity?: number; paidOutside?: string }

/** Orders and refunds with the times that a test of reports needs, in a shop without others. */
export function useSales(database: { readonly current: Database }) {
  let orderCount = 0

  function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
    return database.current.withConnection((connection) => connection.rows(statement, parameters))
  }

  async function order(
    paidAt: string | null,
    { cents = 5000, code = false, quantity = 1, paidOutside }: Sale = {},
  ): Promise<string> {
    orderCount += 1
    const digits = String(orderCount).padStart(4, '0').replaceAll('0', 'A').replaceAll('1', 'B')
    const [row] = await rows(
      `insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
       state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents, discount_code, paid_at, paid_outside)
     values ($1, $2, 'hash', 'shipped', 'a@b.example', 'a@b.example', 'Dana', 'Whitfield', '1 Main St', 'Provo', 'UT', '84601',
       $3, 0, 0, 0, 0, $3, $4, $5, $6) returning id`,
      [
        `BLM-22222222-${digits}`,
        `checkout-${orderCount}`,
        cents,
        code ? 'BLOOM-TEST' : null,
        paidAt,
        paidOutside ?? null,
      ],
    )
    await rows(
      `insert into order_lines (order_id, position, product_id, name, price_cents, quantity) values ($1, 1, 'pure-bloom', 'Pure Bloom', 2500, $2)`,
      [row?.id, quantity],
    )
    return String(row?.id)
  }

  async function refund(orderId: string, cents: number, at: string, state = 'completed'): Promise<string> {
    await rows(
      `insert into payment_attempts (id, order_id, attempt_no, state, source_hash, amount_cents, lease_until)
     select gen_random_uuid(), $1::uuid, 1, 'succeeded', 'hash ' || ($1::uuid)::text, 9000000, now()
     where not exists (select from payment_attempts where order_id = $1::uuid)`,
      [orderId],
    )
    const [row] = await rows(
      `insert into refunds (id, attempt_id, amount_cents, reason, state, created_at, goods_cents, discount_cents, shipping_cents, tax_cents)
     select gen_random_uuid(), id, $2, 'x', $3, $4, $2, 0, 0, 0 from payment_attempts where order_id = $1 returning id`,
      [orderId, cents, state, at],
    )
    return String(row?.id)
  }

  /** Sales tax that the buyer was asked to pay after the order moved. */
  async function request(orderId: string, cents: number, endedAt: string, state = 'paid'): Promise<void> {
    await rows(
      `with moved as (
         insert into order_tax_moves (order_id, number, from_state, to_state, from_basis_points, to_basis_points,
           goods_cents, discount_cents, shipping_cents, from_tax_cents, to_tax_cents, waived_cents)
         select $1::uuid, count(*) + 1, 'NY', 'UT', 0, 715, 0, 0, 0, 0, 0, $2::integer
         from order_tax_moves where order_id = $1::uuid returning id, order_id)
       insert into balance_requests (order_id, tax_move_id, amount_cents, expires_at, state, ended_at, withdrawn_by)
       select order_id, id, $2, $3, $4, $3, case $4 when 'withdrawn' then 'owner' end from moved`,
      [orderId, cents, endedAt, state],
    )
  }

  beforeEach(async () => {
    await rows('delete from refunds')
    await rows('delete from payment_attempts')
    await rows('delete from balance_requests')
    await rows('delete from order_tax_moves')
    await rows('delete from orders')
    await rows('delete from sales_days')
    await rows('delete from product_days')
    await rows('delete from tax_days')
    await rows('delete from state_days')
    await rows('delete from sales_hours')
    await rows('delete from product_hours')
    await rows(
      `insert into discount_codes (code, kind, percent) values ('BLOOM-TEST', 'percent', 10) on conflict do nothing`,
    )
  })

  return { rows, order, refund, request }
}

export const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
