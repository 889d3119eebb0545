import { beforeAll, expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestShop } from '#test/test-shop.ts'

const PATH = '/functions/v1/validate-discount-code'
const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>
let visitors = 0

const nothing = { isValid: false, discountAmount: 0, discountPercentage: 0, message: null, error: null }
const invalid = { ...nothing, error: MESSAGES.discountInvalid }
const failed = { ...nothing, error: MESSAGES.discountCheckFailed }

beforeAll(async () => {
  shop = await createTestShop(database.current)
  await database.current.withConnection((connection) =>
    connection.exec(`
      insert into discount_codes (code, kind, percent) values ('TEN-PERCENT', 'percent', 10);
      insert into discount_codes (code, kind, amount_cents) values ('SEVEN-OFF', 'amount', 700);
      insert into discount_codes (code, kind, percent, minimum_subtotal_cents) values ('FROM-FIFTY', 'percent', 10, 5000);
      insert into discount_codes (code, kind, percent, total_limit, used_count) values ('USED-UP', 'percent', 10, 1, 1);
      insert into discount_codes (code, kind, percent, ends_at) values ('EXPIRED', 'percent', 10, now() - interval '1 day');
      insert into discount_codes (code, kind, percent, starts_at) values ('TOMORROW', 'percent', 10, now() + interval '1 day');
      insert into discount_codes (code, kind, percent, is_active) values ('SWITCHED-OFF', 'percent', 10, false);
    `),
  )
})

function check(body: unknown, remoteAddress = `192.0.2.${(visitors += 1)}`): Promise<Response> {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return Promise.resolve(shop.app.request(PATH, init, { incoming: { socket: { remoteAddress } } }))
}

async function answer(discountCode: string, subtotal = 5800): Promise<unknown> {
  const response = await check({ discountCode, subtotal })
  expect(response.status).toBe(200)
  return response.json()
}

test('returns what a valid code takes off', async () => {
  expect(await answer('TEN-PERCENT')).toEqual({
    isValid: true,
    discountAmount: 580,
    discountPercentage: 10,
    message: '10% off. You save $5.80.',
    error: null,
  })
  expect(await answer(' SEVEN-OFF ', 500)).toMatchObject({ isValid: true, discountAmount: 500, discountPercentage: 0 })
})

test('ignores a blank code', async () => {
  expect(await answer('')).toEqual(nothing)
  expect(await answer('   ')).toEqual(nothing)
})

test('returns the minimum of a code', async () => {
  expect(await answer('FROM-FIFTY', 4999)).toEqual({ ...nothing, error: 'This code is for orders of $50.00 or more.' })
  expect(await answer('FROM-FIFTY', 5000)).toMatchObject({ isValid: true })
})

test('gives the same answer to every invalid code, byte for byte and in timing', async () => {
  const wrong = [
    'NO-SUCH-CODE',
    'ten-percent',
    'USED-UP',
    'EXPIRED',
    'TOMORROW',
    'SWITCHED-OFF',
    'TEN-PERCENТ',
    'ＴＥＮ-PERCENT',
    'x'.repeat(900),
    `' or '1'='1`,
    'TEN%',
    'TEN_PERCENT',
  ]
  for (const code of wrong) {
    const start = performance.now()
    const response = await check({ discountCode: code, subtotal: 5800 })
    expect(performance.now() - start, code).toBeGreaterThan(75)
    expect(response.status, code).toBe(200)
    expect(await response.text(), code).toBe(JSON.stringify(invalid))
  }
  expect(await answer('TEN-PERCENT', 0)).toEqual(invalid)
})

test('refuses an invalid subtotal', async () => {
  for (const subtotal of [-1, 1.5, '7500', null, 2 ** 53 + 2, 10_000_001, undefined, [], true]) {
    const response = await check({ discountCode: 'TEN-PERCENT', subtotal })
    expect(response.status, String(subtotal)).toBe(400)
    expect(await response.json()).toEqual(failed)
  }
  expect((await check({ subtotal: 5800 })).status).toBe(400)
  expect((await check({ discountCode: ['TEN-PERCENT'], subtotal: 5800 })).status).toBe(400)
})

test('refuses anything but a JSON POST in the same shape', async () => {
  const init = {
    method: 'POST',
    body: 'discountCode=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
  const response = await shop.app.request(PATH, init)
  expect(response.status).toBe(415)
  expect(await response.json()).toEqual(failed)
  expect((await shop.app.request(PATH)).status).toBe(405)
})

test('refuses the eleventh guess in a minute', async () => {
  const guesses = Array.from({ length: 11 }, (_, n) =>
    check({ discountCode: `GUESS-${n}`, subtotal: 5800 }, '203.0.113.4'),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})
