import { expect, test } from 'vitest'
import { FEW_BOTTLES } from '#domain/catalogue/featured.ts'
import { shopDay } from '#domain/time/display.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTodayService } from './today.service.ts'

const database = useTestDatabase()
const ana = { operatorId: null, actor: 'Ana' }

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

async function order(digits: string, state: string, daysAgo: number): Promise<void> {
  await rows(
    `insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
       state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents, created_at)
     values ('BLM-22222222-' || $1::text, 'checkout-' || $1::text, 'hash', $2, 'a@b.example', 'a@b.example', 'Dana', 'Whitfield', '1 Main St',
       'Provo', 'UT', '84601', 5000, 0, 0, 0, 0, 5000, now() - make_interval(days => $3))`,
    [digits, state, daysAgo],
  )
}

test('counts open work, not finished work', async () => {
  const today = createTodayService(
    database.current,
    () => new Date(),
    () => FEW_BOTTLES,
  )
  const before = await today.work()
  await order('AAAA', 'paid', 1)
  await order('BBBB', 'paid', 21)
  await order('CCCC', 'packed', 25)
  await order('DDDD', 'shipped', 40)
  await order('EEEE', 'pending_payment', 0)
  await rows(
    `insert into reviews (product_id, rating, title, body, reviewer_name, source) values ('pure-bloom', 4, 'T', 'B', 'N', 'website_form')`,
  )
  await rows(`insert into stock_levels values ('pure-bloom', '1oz', 0), ('pure-bloom', '2oz', 500)`)
  const { counts, lowStock, unshippedDays } = await today.work()
  expect(counts).toMatchObject({ toPack: 2, toConfirm: 1, overdue: 2, toRead: before.counts.toRead + 1 })
  const dayOf = (daysAgo: number) => shopDay(new Date(Date.now() - daysAgo * 86_400_000))
  expect(unshippedDays.toSorted((one, other) => one.day.localeCompare(other.day))).toEqual([
    { state: 'packed', day: dayOf(25), count: 1 },
    { state: 'paid', day: dayOf(21), count: 1 },
    { state: 'paid', day: dayOf(1), count: 1 },
  ])
  expect(lowStock[0]).toEqual({ productId: 'pure-bloom', name: 'Pure Bloom', size: '1oz', onHand: 0 })
  expect(counts.lowStock).toBe(before.counts.lowStock + 1)
})

test('shows an order once, with a package that has a problem, until it moves on, is removed, or its order has arrived', async () => {
  const today = createTodayService(
    database.current,
    () => new Date(),
    () => FEW_BOTTLES,
  )
  const shown = async () => {
    const { counts, deliveryProblems } = await today.work()
    expect(counts.deliveryProblems).toBe(deliveryProblems.length)
    return deliveryProblems.map(({ number }) => number.slice(-4)).toSorted()
  }
  const report = (number: string, progress: string | null) =>
    rows(
      `update shipments set progress = $2, progress_at = case when $2::text is not null then now() end where tracking_number = $1`,
      [number, progress],
    )
  for (const digits of ['GGGG', 'HHHH']) {
    await order(digits, 'shipped', 3)
    for (const number of [1, 2])
      await rows(
        `insert into shipments (order_id, tracking_number, shipped_at) select id, $1, now() from orders where checkout_key = $2`,
        [`${digits}${number}`, `checkout-${digits}`],
      )
  }
  expect(await shown()).toEqual([])
  for (const number of ['GGGG1', 'GGGG2', 'HHHH1']) await report(number, 'problem')
  expect(await shown()).toEqual(['GGGG', 'HHHH'])
  await report('GGGG1', 'in_transit')
  expect(await shown()).toEqual(['GGGG', 'HHHH'])
  await rows(`delete from shipments where tracking_number = 'GGGG2'`)
  expect(await shown()).toEqual(['HHHH'])
  await rows(`update orders set state = 'delivered' where checkout_key = 'checkout-HHHH'`)
  expect(await shown()).toEqual([])
  await rows(`update orders set state = 'shipped' where checkout_key = 'checkout-HHHH'`)
  expect(await shown()).toEqual(['HHHH'])
  // A new number is a new package, which nothing is known about.
  await report('HHHH1', null)
  expect(await shown()).toEqual([])
})

test('the first day ends with the first sale, which is looked up only until then', async () => {
  await rows(`delete from shipments`)
  await rows(`delete from payment_attempts`)
  await rows(`delete from orders`)
  const now = () => new Date()
  const today = createTodayService(database.current, now, () => FEW_BOTTLES)
  await order('JJJJ', 'payment_failed', 0)
  expect(await today.isFirstDay()).toBe(true)
  await rows(`update orders set paid_at = now()`)
  expect(await today.isFirstDay()).toBe(false)
  await rows(`update orders set paid_at = null`)
  expect(await today.isFirstDay()).toBe(false)
})

test('resends a failed email once, and logs who did it', async () => {
  const today = createTodayService(
    database.current,
    () => new Date(),
    () => FEW_BOTTLES,
  )
  const [mail] = await rows(`insert into outbox (cause, template, recipient, payload, state)
    values ('test', 'welcome', 'a@b.example', '{}', 'dead') returning id`)
  const id = String(mail?.id)
  expect((await today.work()).failedMails.map((failed) => failed.id)).toContain(id)
  expect(await today.resendMail(id, ana)).toBe(true)
  expect(await today.resendMail(id, ana)).toBe(false)
  const log = await rows(`select actor, action, after from audit_log where subject_id = $1`, [id])
  expect(log).toEqual([{ actor: 'Ana', action: 'mail.resend', after: { state: 'waiting' } }])
})

test('notifies open desks about orders, reviews, stock and dead emails, and nothing else', async () => {
  const notified = new Set<string>()
  await database.current.listen('desk_changed', { onPayload: (topic) => notified.add(topic), onGap: () => {} })
  await rows(`update reviews set last_shown_at = now()`)
  await rows(
    `insert into outbox (cause, template, recipient, payload) values ('quiet', 'welcome', 'a@b.example', '{}')`,
  )
  await rows(`update outbox set state = 'sent' where cause = 'quiet'`)
  await order('EEEE', 'paid', 0)
  await eventually(() => notified.has('orders'))
  expect([...notified]).toEqual(['orders'])
  await rows(`update reviews set reply = 'Thank you' where id = (select id from reviews limit 1)`)
  await rows(`update outbox set state = 'dead' where cause = 'quiet'`)
  await rows(`update stock_levels set on_hand = on_hand + 1`)
  await eventually(() => notified.size === 4)
  expect([...notified].sort()).toEqual(['mail', 'orders', 'reviews', 'stock'])
})
