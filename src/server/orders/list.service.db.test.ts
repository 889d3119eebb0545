import { beforeAll, expect, test } from 'vitest'
import { ORDER_NUMBER_ALPHABET } from '#domain/orders/order-number.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createOrderListService, type SearchCursor } from './list.service.ts'

const database = useTestDatabase()
let orders: ReturnType<typeof createOrderListService>

const NAMES = [
  ['Ana', 'Prado'],
  ['Prana', 'Okafor'],
  ['Zoe', 'Prado'],
  ['Ben', 'Otis'],
] as const

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

beforeAll(async () => {
  orders = createOrderListService(database.current)
  for (let index = 0; index < 120; index += 1) {
    const [first, last] = NAMES[index % 4] ?? NAMES[0]
    const letter = (place: number) => ORDER_NUMBER_ALPHABET.charAt(Math.floor(index / 20 ** place) % 20)
    const number = `BLM-${letter(1)}${letter(0)}222222-2222`
    const state = ['paid', 'shipped', 'payment_failed', 'cancelled', 'pending_payment', 'packed'][index % 6]
    await rows(
      `insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
         state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents, note, created_at)
       values ($1, $2, 'x', $3, $4, lower($4), $5, $6, '1 Main', 'Provo', 'UT', '84601', 1000, 0, 0, 0, 0, 1000, $7,
         timestamptz '2026-03-01 12:00:00.000001Z' + $8 * interval '1 second')`,
      // Each timestamp twice, so a page can end between two orders with the same microsecond.
      [number, `checkout-${index}`, state, `${first}${index}@Example.com`, first, last, '=1+1', Math.floor(index / 2)],
    )
  }
})

async function all(list: Parameters<typeof orders.list>[0]): Promise<string[]> {
  const found: string[] = []
  let page = await orders.list(list, undefined)
  found.push(...page.orders.map(({ number }) => number))
  while (page.next) {
    page = await orders.list(list, page.next)
    found.push(...page.orders.map(({ number }) => number))
  }
  return found
}

async function search(text: string): Promise<string[]> {
  const found: string[] = []
  let after: SearchCursor | undefined
  do {
    const page = await orders.search(text, after)
    found.push(...page.orders.map(({ number }) => number))
    after = page.next
  } while (after)
  return found
}

test('pages through every list without duplicates or gaps', async () => {
  const whole = await all('all')
  expect(whole).toHaveLength(120)
  expect(new Set(whole).size).toBe(120)
  for (const list of ['to-pack', 'shipped', 'not-taken', 'given-back', 'confirming', 'packed'] as const)
    expect(await all(list)).toHaveLength(20)
})

test('lists orders waiting for shipment oldest first, all others newest first', async () => {
  const time = async (list: 'to-pack' | 'shipped') => {
    const page = await orders.list(list, undefined)
    return page.orders.map(({ createdAt }) => createdAt.getTime())
  }
  const waiting = await time('to-pack')
  expect(waiting).toEqual(waiting.toSorted((a, b) => a - b))
  const shipped = await time('shipped')
  expect(shipped).toEqual(shipped.toSorted((a, b) => b - a))
})

test('finds a name as last and as first name, each order once, page by page', async () => {
  const found = await search('pra')
  // Prado is a last name of 60 orders; Prana a first name of 30.
  expect(found).toHaveLength(90)
  expect(new Set(found).size).toBe(90)
  expect(await search('ana prado')).toHaveLength(30)
  expect(await search('PRADO ANA')).toHaveLength(30)
  expect(await search('pradox')).toEqual([])
})

test('finds an address by its prefix, and a full one in every spelling', async () => {
  expect(await search('ana1')).toEqual(await search('ANA1'))
  // ana12, ana16, ana100, ana104, ana108, ana112, ana116.
  expect(await search('ana1')).toHaveLength(7)
  expect(await search('Ben3@example.com')).toHaveLength(1)
  expect(await search('BEN3@example.COM')).toHaveLength(1)
  expect(await search('ben3%')).toEqual([])
})

test('finds a number by its prefix', async () => {
  expect(await search('blm-22')).toEqual(['BLM-22222222-2222'])
  expect(await search('22222222-2222')).toEqual(['BLM-22222222-2222'])
  expect(await search('BLM-2')).toHaveLength(20)
  expect(await search('blm-%')).toEqual([])
})

test('lists an order with a pending refund as refunded', async () => {
  const [order] = await rows(`select id from orders where state = 'shipped' limit 1`)
  await rows(
    `insert into payment_attempts (id, order_id, attempt_no, state, source_hash, amount_cents, lease_until)
     values (gen_random_uuid(), $1, 1, 'succeeded', 'hash', 1000, now())`,
    [order?.id],
  )
  await rows(
    `insert into refunds (id, attempt_id, amount_cents, reason)
     select gen_random_uuid(), id, 400, 'x' from payment_attempts where order_id = $1`,
    [order?.id],
  )
  const page = await orders.list('given-back', undefined)
  expect(page.orders.find(({ id }) => id === order?.id)).toMatchObject({ refundedCents: 400 })
  await rows(`update refunds set state = 'rejected'`)
  expect(await rows('select refunded_cents from orders where id = $1', [order?.id])).toEqual([{ refunded_cents: 0 }])
})

async function exported(from: string, to: string): Promise<string[]> {
  let text = ''
  for await (const part of orders.exportCsv({ from, to })) text += part
  return text.trimEnd().split('\r\n')
}

test('exports every order of its days once, with nothing a spreadsheet would execute', async () => {
  const lines = await exported('2026-03-01', '2026-03-01')
  expect(lines).toHaveLength(121)
  expect(lines[0]).toContain('"Order","State"')
  expect(lines[1]).toContain(`"'=1+1"`)
  expect(await exported('2026-03-02', '2026-03-05')).toHaveLength(1)
})
