import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { orderNumberFrom } from '#domain/order-number.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createSignupService, type SignupService } from './signup.ts'

const database = useTestDatabase()
const now = new Date('2026-11-15T12:00:00Z')

function signupService(): SignupService {
  return createSignupService(database.current, () => now)
}

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

async function exported(): Promise<string[]> {
  const lines: string[] = []
  for await (const line of signupService().exportSubscribers()) lines.push(line)
  return lines
}

/** A paid order on which the code was used. */
async function addPaidOrder(email: string, code: string): Promise<string> {
  const [order] = await rows(
    `insert into orders (number, checkout_key, request_hash, state, paid_at, email, folded_email, first_name, last_name, line1, city,
       state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents, discount_code)
     values ($1, $2, 'x', 'paid', now(), $3, $3, 'Ana', 'Pires', '1 Main St', 'Provo', 'UT', '84601', 5000, 500, 999, 0, 0, 5499, $4)
     returning id`,
    [orderNumberFrom(randomBytes(64)), randomUUID(), email, code],
  )
  await rows(`insert into discount_redemptions (order_id, code, folded_email, state) values ($1, $2, $3, 'consumed')`, [
    order?.id,
    code,
    email,
  ])
  await rows(`update discount_codes set used_count = 1 where code = $1`, [code])
  return String(order?.id)
}

test('the export has everybody, oldest first, and nothing a spreadsheet would run', async () => {
  const code = await signupService().signUp({ email: '=cmd@example.com', source: 'home' })
  await signupService().signUp({ email: 'plain@example.com', source: 'footer' })
  const lines = await exported()
  expect(lines[0]).toBe('"email","source","consented_at","unsubscribed_at","discount_code","code_used"\r\n')
  expect(lines[1]).toMatch(new RegExp(`^"'=cmd@example\\.com","home","20\\d\\d-.*Z","","${code}","no"\r\n$`))
  expect(lines[2]).toMatch(/^"plain@example\.com","footer",/)
})

test('an export of more than one page misses nobody, also among those of the same moment', async () => {
  await rows(`
    with numbers as (select n, 'EXPORT-' || n as code from generate_series(1, 2500) n),
      codes as (insert into discount_codes (code, kind, percent) select code, 'percent', 10 from numbers returning code)
    insert into subscribers (email, folded_email, discount_code, source, unsubscribe_token, consented_at)
    select 'export' || n || '@example.com', 'export' || n || '@example.com', numbers.code, 'import', 'export' || n, '2026-01-01'
    from numbers join codes using (code)`)
  const lines = await exported()
  const everybody = lines.filter((line) => line.startsWith('"export'))
  expect(new Set(everybody).size).toBe(2500)
})

test('unsubscribing works once and again, and an unknown token changes nothing', async () => {
  await signupService().signUp({ email: 'leaver@example.com', source: 'home' })
  const find = () =>
    rows(`select unsubscribe_token, unsubscribed_at from subscribers where email = 'leaver@example.com'`)
  const [before] = await find()
  await signupService().unsubscribe('no-such-token')
  expect((await find())[0]?.unsubscribed_at).toBeNull()
  await signupService().unsubscribe(String(before?.unsubscribe_token))
  await signupService().unsubscribe(String(before?.unsubscribe_token))
  expect(new Date(String((await find())[0]?.unsubscribed_at))).toEqual(now)
})

test('signing up again does not undo an unsubscribe', async () => {
  await signupService().signUp({ email: 'leaver@example.com', source: 'footer' })
  const [row] = await rows(`select unsubscribed_at from subscribers where email = 'leaver@example.com'`)
  expect(row?.unsubscribed_at).not.toBeNull()
})

test('whoever asks to be forgotten leaves no address, and no code that still works', async () => {
  const code = await signupService().signUp({ email: 'Forget.Me@example.com', source: 'home' })
  expect(await signupService().forget('forget.me+x@EXAMPLE.com')).toBe(true)
  expect(await rows('select 1 from discount_codes where code = $1', [code])).toEqual([])
  expect(await rows(`select 1 from subscribers where folded_email = 'forget.me@example.com'`)).toEqual([])
  const mails = await rows(`select state, recipient from outbox where lower(recipient) like 'forg%' order by state`)
  expect(mails).toEqual([{ state: 'cancelled', recipient: 'forgotten@invalid' }])
  expect(await signupService().forget('forget.me@example.com')).toBe(false)
})

test('an order and its amounts outlive its buyer being forgotten, and the code on it works for nobody', async () => {
  const code = await signupService().signUp({ email: 'buyer@example.com', source: 'home' })
  const orderId = await addPaidOrder('buyer@example.com', code)
  await signupService().forget('buyer@example.com')
  const [order] = await rows('select email, total_cents, discount_cents, discount_code from orders where id = $1', [
    orderId,
  ])
  expect(order).toEqual({ email: 'buyer@example.com', total_cents: 5499, discount_cents: 500, discount_code: code })
  expect(await rows('select folded_email, is_active, used_count from discount_codes where code = $1', [code])).toEqual([
    { folded_email: null, is_active: false, used_count: 1 },
  ])
})

test('mail about an order that still waits reaches a forgotten buyer; what was sent is forgotten', async () => {
  await rows(`insert into outbox (cause, template, recipient, payload, state) values
    ('w', 'shipped', 'Waiting@example.com', '{"firstName":"Ana"}', 'waiting'),
    ('s', 'order-confirmation', 'Waiting@example.com', '{"firstName":"Ana"}', 'sent')`)
  await signupService().forget('waiting@example.com')
  expect(
    await rows(`select cause, recipient, payload, state from outbox where cause in ('w', 's') order by cause`),
  ).toEqual([
    { cause: 's', recipient: 'forgotten@invalid', payload: {}, state: 'sent' },
    { cause: 'w', recipient: 'Waiting@example.com', payload: { firstName: 'Ana' }, state: 'waiting' },
  ])
})

test('a forgotten reviewer can no longer be reached, but the review stays', async () => {
  await rows(`insert into reviews (rating, title, body, reviewer_name, source, email)
    values (4, 'Forget', 'Text', 'Ana', 'website_form', 'Reviewer@example.com')`)
  await signupService().forget('reviewer@example.com')
  expect(await rows(`select rating, email from reviews where title = 'Forget'`)).toEqual([{ rating: 4, email: null }])
})
