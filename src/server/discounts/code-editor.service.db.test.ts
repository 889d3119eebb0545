import { expect, test } from 'vitest'
import { createSignupService } from '#server/newsletter/signup.service.ts'
import { createSubscriberService } from '#server/newsletter/subscribers.service.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { type CodeDraft, createCodeService } from './code-editor.service.ts'
import { createDiscountService } from './discounts.service.ts'

const database = useTestDatabase()
const ANA = { operatorId: null, actor: 'ana@bloomera.example' }
const TEN_PERCENT: CodeDraft = {
  code: 'SPRING-10',
  kind: 'percent',
  percent: 10,
  amountCents: null,
  minimumSubtotalCents: 0,
  totalLimit: 2,
  personLimit: null,
  startsAt: null,
  endsAt: null,
  isFirstOrderOnly: false,
}

function sql(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

test('accepts a code until it is stopped, and again after it is resumed', async () => {
  const codes = createCodeService(database.current)
  const discounts = createDiscountService(database.current, () => new Date())
  expect(await codes.create(TEN_PERCENT, ANA)).toBe('SPRING-10')
  expect(await codes.create(TEN_PERCENT, ANA)).toBeUndefined()
  expect(await discounts.preview('SPRING-10', 5000)).toMatchObject({ ok: true, discountCents: 500 })
  await codes.setActive('SPRING-10', false, ANA)
  expect(await discounts.preview('SPRING-10', 5000)).toMatchObject({ ok: false, reason: 'inactive' })
  await codes.setActive('SPRING-10', true, ANA)
  expect(await discounts.preview('SPRING-10', 5000)).toMatchObject({ ok: true })
  expect(await codes.setActive('NOBODY', true, ANA)).toMatchObject({ code: 'not_found' })
})

test('refuses a limit below the number of uses', async () => {
  const codes = createCodeService(database.current)
  await sql(`update discount_codes set used_count = 2 where code = 'SPRING-10'`)
  expect(await codes.setLimit('SPRING-10', 1, ANA)).toMatchObject({ code: 'refused' })
  expect(await codes.setLimit('SPRING-10', null, ANA)).toMatchObject({ ok: true })
})

test('generates a code if none is given', async () => {
  const code = await createCodeService(database.current).create({ ...TEN_PERCENT, code: undefined }, ANA)
  expect(code ?? '').toMatch(/^BLOOM-[A-Z2-9]{6}-[A-Z2-9]{6}$/)
})

test('counts paid orders and their totals, and keeps subscriber codes separate', async () => {
  const codes = createCodeService(database.current)
  const signup = createSignupService(database.current, () => new Date())
  const welcome = await signup.signUp({ email: 'dana@shopper.example', source: 'home' })
  const order = (number: string, code: string, paidAt: string) =>
    sql(`
    insert into orders (number, checkout_key, request_hash, email, folded_email, first_name, last_name, line1, city,
      state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents,
      discount_code, paid_at, state)
    values ('${number}', 'checkout-${number}', 'hash', 'a@b.example', 'a@b.example', 'Dana', 'W', '1 Main St', 'Provo',
      'UT', '84601', 10000, 1000, 0, 0, 0, 9000, '${code}', ${paidAt}, 'paid')`)
  await order('BLM-23456789-ABCD', 'SPRING-10', 'now()')
  await order('BLM-23456789-ABCE', 'SPRING-10', 'null')
  await order('BLM-23456789-ABCF', welcome, 'now()')
  const list = await codes.list()
  expect(list.map(({ code }) => code)).not.toContain(welcome)
  expect(list.find(({ code }) => code === 'SPRING-10')).toMatchObject({
    paidOrders: 1,
    salesCents: 9000,
    discountCents: 1000,
  })
  expect(await codes.sumOfSignups()).toEqual({ codes: 1, paidOrders: 1, salesCents: 9000, discountCents: 1000 })
  expect((await codes.find('SPRING-10'))?.orders).toMatchObject([{ number: 'BLM-23456789-ABCD' }])
})

test('pages through subscribers and finds them by part of their address', async () => {
  const subscribers = createSubscriberService(database.current)
  await sql(`
    insert into discount_codes (code, kind, percent) select 'LIST-' || n, 'percent', 10 from generate_series(1, 120) n`)
  await sql(`
    insert into subscribers (email, folded_email, discount_code, source, unsubscribe_token)
    select 'p' || n || '_x@many.example', 'p' || n || '_x@many.example', 'LIST-' || n, 'home', 'token-' || n
    from generate_series(1, 120) n`)
  const seen: string[] = []
  let after: Awaited<ReturnType<typeof subscribers.list>>['next']
  do {
    const page = await subscribers.list('', after)
    seen.push(...page.subscribers.map(({ email }) => email))
    after = page.next
  } while (after)
  expect(seen).toHaveLength(121)
  expect(new Set(seen).size).toBe(121)
  const found = await subscribers.list('P77_', undefined)
  expect(found.subscribers.map(({ email }) => email)).toEqual(['p77_x@many.example'])
  // LIKE wildcards match only themselves.
  expect((await subscribers.list('%', undefined)).subscribers).toEqual([])
})
