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

test('finds a name as first and as last name, each order once, page by page', async () => {
  const found = await search('pra')
  // Prado is a last name of 60 orders; Prana a first name of 30.
  expect(found).toHaveLength(90)
  expect(new Set(found).size).toBe(90)
  expect(await search('ana prado')).toHaveLength(30)
  expect(await search('PRADO ANA')).toHaveLength(30)
  expect(await search('pradox')).toEqual([])
})

test('finds an address by its prefix, and a complete one in any spelling', async () => {
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

/** An order of April 2, apart from those of the lists above. */
async function special(number: string, columns: Record<string, unknown>, products: string[] = []): Promise<void> {
  const values = {
    number,
    checkout_key: `special-${number}`,
    request_hash: 'x',
    state: 'shipped',
    email: 'special@elsewhere.example',
    folded_email: 'special@elsewhere.example',
    first_name: 'Xenia',
    last_name: 'Ypsilanti',
    line1: '1 Main',
    city: 'Provo',
    state_code: 'UT',
    zip: '84602',
    created_at: '2026-04-02 12:00:00Z',
    ...columns,
  }
  const names = Object.keys(values)
  const [order] = await rows(
    `insert into orders (${names.join()}, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents)
     values (${names.map((_, index) => `$${index + 1}`).join()}, 1000, 0, 0, 0, 0, 1000) returning id`,
    Object.values(values),
  )
  for (const [index, product] of products.entries())
    await rows(
      `insert into order_lines (order_id, position, product_id, name, size, price_cents, quantity, ordered_at)
       select o.id, $2, p.id, p.name, $3, 1000, 1, o.created_at from orders o, products p where o.id = $1 and p.id = $4`,
      [order?.id, index + 1, ['1oz', '2oz'][index % 2], product],
    )
}

test('finds an order by anything an owner may have at hand', async () => {
  await rows(`insert into discount_codes (code, kind, percent) values ('Thanks15', 'percent', 15)`)
  await special('BLM-WWWWWWWW-WWWW', {
    first_name: 'Séan',
    last_name: 'O’Brien-Łukasz',
    phone: '+18015550142',
    zip: '99501-1234',
    tracking_number: '9400 1112 0108 0805 4830 16',
    discount_code: 'Thanks15',
  })
  for (const typed of [
    'sean obrien',
    "O'BRIEN lukasz",
    'obrien-luk',
    '99501',
    '99501-12',
    '(801) 555-0142',
    '+1 801.555.0142',
    '555 0142',
    '0142',
    '9400111201080805483016',
    '420995019400111201080805483016',
    '9400 1112 0108',
    'thanks15',
    'wwwwwwww',
    'WWWWWWWWWWWW',
  ])
    expect(await search(typed), typed).toEqual(['BLM-WWWWWWWW-WWWW'])
  for (const typed of ['801 555 0143', '99502', '9400 1112 0109', 'thanks16', '%', '_', "'"])
    expect(await search(typed), typed).toEqual([])
})

test('finds an order once, even if it matches in several ways', async () => {
  await special('BLM-77777777-7777', {
    phone: '+17777777777',
    zip: '77777',
    tracking_number: '77777',
    email: '77777@elsewhere.example',
  })
  expect(await search('77777')).toEqual(['BLM-77777777-7777'])
  expect(await search('7777')).toEqual(['BLM-77777777-7777'])
})

test('finds orders by a product, newest first, page by page', async () => {
  for (let index = 0; index < 60; index += 1) {
    const number = `BLM-ZZ${ORDER_NUMBER_ALPHABET.charAt(index % 20)}${ORDER_NUMBER_ALPHABET.charAt(Math.floor(index / 20))}2222-2222`
    // Pairs of the same moment, and each order has two sizes.
    const at = new Date(Date.UTC(2026, 3, 3, 12, Math.floor(index / 2))).toISOString()
    await special(number, { created_at: at }, ['meadow-calm-oil', 'meadow-calm-oil'])
  }
  await special('BLM-ZZZZ2222-2222', { last_name: 'Meadow', created_at: '2026-04-04 12:00:00Z' }, ['meadow-calm-oil'])
  const found = await search('meadow calm')
  expect(found).toHaveLength(61)
  expect(new Set(found).size).toBe(61)
  expect(found[0]).toBe('BLM-ZZZZ2222-2222')
  // The name comes first, and its order is not found again by its product.
  expect((await search('Meadow')).slice(0, 1)).toEqual(['BLM-ZZZZ2222-2222'])
  expect(await search('Meadow')).toHaveLength(61)
  const byTime = await rows(`select number from orders where number like 'BLM-ZZ%' order by created_at desc, id`)
  expect(found).toEqual(byTime.map(({ number }) => number))
})

test('counts every list', async () => {
  const counts = await orders.counts()
  for (const list of ['to-pack', 'not-taken', 'confirming', 'packed'] as const) expect(counts[list]).toBe(20)
  expect(counts.shipped).toBe((await all('shipped')).length)
  expect(counts['given-back']).toBe((await all('given-back')).length)
  expect(counts.all).toBe((await all('all')).length)
})

test('lists only the requested days', async () => {
  const numbers = async (from: string, to: string) =>
    (await orders.list('all', undefined, { placed: { from, to } })).orders.length
  expect(await numbers('2026-04-02', '2026-04-02')).toBe(2)
  expect(await numbers('2026-04-04', '')).toBe(1)
  expect(await numbers('', '2026-02-28')).toBe(0)
})

test('moves from order to order in a list, and from the last to the first', async () => {
  const listed: string[] = []
  let page = await orders.list('to-pack', undefined)
  listed.push(...page.orders.map(({ id }) => id))
  while (page.next) {
    page = await orders.list('to-pack', page.next)
    listed.push(...page.orders.map(({ id }) => id))
  }
  expect(await Promise.all(listed.map((id) => orders.next('to-pack', id)))).toEqual([...listed.slice(1), listed[0]])
  expect(await orders.next('to-pack', '00000000-0000-4000-8000-000000000000')).toBe(listed[0])
})

test('shows what is in an order, by position', async () => {
  const { orders: found } = await orders.search('BLM-ZZZZ2222-2222', undefined)
  expect(found.map(({ lines }) => lines.map(({ name, quantity }) => `${quantity} ${name}`))).toEqual([
    ['1 Meadow Calm Oil'],
  ])
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
