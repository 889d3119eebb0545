import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { orderNumberFrom } from '#domain/orders/order-number.ts'
import { foldEmail } from '#domain/text/fold-email.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createCustomerService } from './customers.service.ts'

const database = useTestDatabase()
const owner = { operatorId: null, actor: 'owner@bloomera.example' }
const EMPTY = versionToken({ note: '', tags: [] })

type Bought = {
  email: string
  name: string
  day: number
  totalCents?: number
  refundedCents?: number
  isPaid?: boolean
}

async function addOrder({
  email,
  name,
  day,
  totalCents = 5000,
  refundedCents = 0,
  isPaid = true,
}: Bought): Promise<void> {
  const [first = '', last = ''] = name.split(' ')
  const at = new Date(Date.UTC(2026, 0, 1) + day * 86_400_000)
  await database.current.withConnection((connection) =>
    connection.rows(
      `insert into orders (number, checkout_key, request_hash, state, created_at, paid_at, email, folded_email, first_name,
         last_name, line1, city, state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points,
         total_cents, refunded_cents)
       values ($1, $2, 'x', $3, $4, $5, $6, $7, $8, $9, '1 Main St', 'Provo', 'UT', '84601', $10, 0, 0, 0, 0, $10, $11)`,
      [
        orderNumberFrom(randomBytes(64)),
        randomUUID(),
        isPaid ? 'paid' : 'payment_failed',
        at,
        isPaid ? at : null,
        email,
        foldEmail(email),
        first,
        last,
        totalCents,
        refundedCents,
      ],
    ),
  )
}

const customers = () => createCustomerService(database.current)

async function listed(search = '', tag = ''): Promise<string[]> {
  const { customers: found } = await customers().list(search, tag, undefined)
  return found.map(({ email }) => email)
}

beforeAll(async () => {
  await addOrder({ email: 'ana@example.com', name: 'Ana Pires', day: 10 })
  await addOrder({ email: 'ana+oils@example.com', name: 'Ana Pires', day: 30, totalCents: 7000, refundedCents: 1500 })
  await addOrder({ email: 'ana@example.com', name: 'Ana Pires', day: 40, totalCents: 9900, isPaid: false })
  await addOrder({ email: 'zoe@example.com', name: 'Zoë Muñoz', day: 20, refundedCents: 5000 })
  await addOrder({ email: 'never@example.com', name: 'Never Paid', day: 50, isPaid: false })
})

test('lists each customer once, by the latest paid order, with what was paid and not refunded', async () => {
  const { customers: found, next } = await customers().list('', '', undefined)
  expect(found).toMatchObject([
    { email: 'ana+oils@example.com', orders: 2, spentCents: 10_500 },
    { email: 'zoe@example.com', orders: 1, spentCents: 0 },
  ])
  expect(next).toBeUndefined()
})

test.each([
  ['ana', ['ana+oils@example.com']],
  ['PIRES a', ['ana+oils@example.com']],
  ['munoz', ['zoe@example.com']],
  ['Zoë', ['zoe@example.com']],
  [' zoe@example ', ['zoe@example.com']],
  ['never', []],
  ['%', []],
])('finds customers by the beginning of a name or address: %j', async (typed, emails) => {
  expect(await listed(typed)).toEqual(emails)
})

test('filters by tag, in one spelling for all customers', async () => {
  const { saveNote, tags } = customers()
  expect(await saveNote('ana@example.com', { note: '', tags: ['VIP'] }, EMPTY, owner)).toEqual({
    ok: true,
    isChanged: true,
  })
  await saveNote('ZOE@example.com', { note: 'Likes neroli.', tags: ['vip', 'Gift buyer'] }, EMPTY, owner)
  expect(await tags()).toEqual(['VIP', 'Gift buyer'])
  expect(await listed('', 'VIP')).toEqual(['ana+oils@example.com', 'zoe@example.com'])
  expect(await listed('', 'Gift buyer')).toEqual(['zoe@example.com'])
  expect(await listed('ana', 'Gift buyer')).toEqual([])
  expect((await customers().find('zoe@example.com')).note).toEqual({
    note: 'Likes neroli.',
    tags: ['VIP', 'Gift buyer'],
  })
})

test('goes through pages without missing or repeating anyone', async () => {
  for (let index = 0; index < 70; index += 1)
    await addOrder({ email: `many${index % 40}@example.com`, name: 'Many People', day: 100 + Math.floor(index / 3) })
  const seen: string[] = []
  let after: Parameters<ReturnType<typeof customers>['list']>[2]
  do {
    const page = await customers().list('many', '', after)
    seen.push(...page.customers.map(({ email }) => email))
    after = page.next
  } while (after)
  expect(seen.length).toBe(40)
  expect(new Set(seen).size).toBe(40)
})

test('says so if there are more matches than it reads', async () => {
  expect((await customers().list('ana', '', undefined)).hasMore).toBe(false)
  for (let index = 0; index < 101; index += 1)
    await addOrder({ email: `crowd${index}@example.com`, name: 'Crowd Of', day: 200 + index })
  expect((await customers().list('crowd', '', undefined)).hasMore).toBe(true)
  expect(await listed('crowd100@example.com')).toEqual(['crowd100@example.com'])
})
