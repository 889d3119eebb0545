import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()

function sql(statement: string, parameters?: unknown[]): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

async function counters(): Promise<Record<string, unknown> | undefined> {
  const [row] = await sql(
    `select review_count, rating_sum::integer as rating_sum, stars_1, stars_5 from product_ratings where product_id = 'orchard-hand-cuticle-oil'`,
  )
  return row
}

async function recount(): Promise<unknown[]> {
  return sql(`
    select p.id from products p left join product_ratings c on c.product_id = p.id
    left join lateral (select count(*) as n, coalesce(sum(rating), 0) as total from reviews r where r.product_id = p.id and r.is_published) r on true
    where coalesce(c.review_count, 0) <> r.n or coalesce(c.rating_sum, 0) <> r.total`)
}

beforeEach(() => sql(`delete from reviews where product_id = 'orchard-hand-cuticle-oil'`))

function insertReview(rating: number, isPublished: boolean): Promise<Record<string, unknown>[]> {
  return sql(
    `insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published)
     values ('orchard-hand-cuticle-oil', $1, 'Good', 'Does what it says', 'Dana Whitfield', 'website_form', $2) returning id`,
    [rating, isPublished],
  )
}

test('counts only published reviews and uncounts a hidden one', async () => {
  await insertReview(5, true)
  await insertReview(1, false)
  expect(await counters()).toEqual({ review_count: 1, rating_sum: 5, stars_1: 0, stars_5: 1 })
  await sql(`update reviews set is_published = true where product_id = 'orchard-hand-cuticle-oil'`)
  expect(await counters()).toEqual({ review_count: 2, rating_sum: 6, stars_1: 1, stars_5: 1 })
  await sql(`update reviews set is_published = false where product_id = 'orchard-hand-cuticle-oil' and rating = 5`)
  expect(await counters()).toEqual({ review_count: 1, rating_sum: 1, stars_1: 1, stars_5: 0 })
  await sql(`delete from reviews where product_id = 'orchard-hand-cuticle-oil'`)
  expect(await counters()).toEqual({ review_count: 0, rating_sum: 0, stars_1: 0, stars_5: 0 })
})

test('counts a review that was moved to another product for that product', async () => {
  const [review] = await insertReview(5, true)
  await sql(`update reviews set product_id = 'pure-bloom' where id = $1`, [review?.id])
  expect(await counters()).toMatchObject({ review_count: 0 })
  expect(await recount()).toEqual([])
  await sql(`delete from reviews where id = $1`, [review?.id])
})

test('keeps the counters of the whole catalog in line with the rows', async () => {
  expect(await recount()).toEqual([])
})

test('counts bulk inserts', async () => {
  await sql(`insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published)
    select 'orchard-hand-cuticle-oil', 1 + n % 5, 'Good', 'Text', 'Dana Whitfield', 'website_form', n % 2 = 0 from generate_series(1, 2000) n`)
  expect(await counters()).toMatchObject({ review_count: 1000, rating_sum: 3000 })
  expect(await recount()).toEqual([])
})

test('requires the base price to equal the price of the largest size', async () => {
  await expect(sql(`update products set price_cents = 1 where id = 'pure-bloom'`)).rejects.toThrow(
    /products_base_price/,
  )
  await expect(sql(`update products set size_1oz_price_cents = 100 where id = 'floral-wood-body-oil'`)).rejects.toThrow(
    /products_base_price/,
  )
  await expect(sql(`update products set size_2oz_price_cents = 0 where id = 'pure-bloom'`)).rejects.toThrow(/check/)
})

const ORDER = `insert into orders (number, checkout_key, request_hash, email, folded_email, first_name, last_name, line1, city, state_code, zip,
    subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents)
  values ($1, $2, 'hash', 'a@b.example', 'a@b.example', 'Dana', 'Whitfield', '1 Main St', 'Provo', 'UT', '84601', 5800, 0, 999, 415, 715, $3) returning id`

test('rejects an order whose total does not add up', async () => {
  await expect(sql(ORDER, ['BLM-23456789-ABCD', 'checkout-0', 7215])).rejects.toThrow(/orders_total_adds_up/)
})

test('rejects a malformed order number', async () => {
  await expect(sql(ORDER, ['BLM-0O1I0O1I-0O1I', 'checkout-0', 7214])).rejects.toThrow(/orders_number_check/)
})

test('allows one live payment attempt per order, and another only after a decline', async () => {
  const [order] = await sql(ORDER, ['BLM-23456789-ABCD', 'checkout-1', 7214])
  const attempt = (no: number) =>
    sql(
      `insert into payment_attempts (id, order_id, attempt_no, source_hash, amount_cents, lease_until) values (gen_random_uuid(), $1, $2, $3, 7214, now())`,
      [order?.id, no, `hash-${no}`],
    )
  await attempt(1)
  await expect(attempt(2)).rejects.toThrow(/payment_attempts_live_of_order/)
  await sql(`update payment_attempts set state = 'declined' where order_id = $1`, [order?.id])
  await attempt(2)
})

test('rejects uses of a code beyond its limit', async () => {
  await sql(`insert into discount_codes (code, kind, percent, total_limit) values ('ROSE-TEST', 'percent', 10, 1)`)
  await sql(`update discount_codes set used_count = used_count + 1 where code = 'ROSE-TEST'`)
  await expect(sql(`update discount_codes set used_count = used_count + 1 where code = 'ROSE-TEST'`)).rejects.toThrow(
    /never_overused/,
  )
  expect(await sql(`select 1 from discount_codes where code = 'rose-test'`)).toEqual([])
})

test('makes the audit log append-only', async () => {
  await sql(
    `insert into audit_log (actor, action, subject_kind, subject_id) values ('owner', 'publish', 'review', '1')`,
  )
  await expect(sql(`update audit_log set actor = 'nobody'`)).rejects.toThrow('append-only')
  await expect(sql(`delete from audit_log`)).rejects.toThrow('append-only')
})
