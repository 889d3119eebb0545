import { beforeAll, expect, test } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestShop } from '#test/test-shop.ts'

const PATH = '/functions/v1/update-featured-reviews'
const KEY = 'Bearer a-public-key'
const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>
let visitors = 0

beforeAll(async () => {
  shop = await createTestShop(database.current, { PUBLIC_KEY: 'a-public-key' })
})

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

async function report(
  reviewIds: unknown,
  { authorization = KEY, remoteAddress = `192.0.2.${(visitors += 1)}` } = {},
): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization }
  const init = { method: 'POST', body: JSON.stringify({ reviewIds }), headers }
  const { status } = await shop.app.request(PATH, init, { incoming: { socket: { remoteAddress } } })
  return status
}

async function published(count: number): Promise<string[]> {
  const found = await rows('select id from reviews where is_published order by id limit $1', [count])
  return found.map(({ id }) => String(id))
}

async function shownAt(id: string): Promise<string> {
  const [row] = await rows(
    `select coalesce(to_char(last_shown_at, 'YYYY-MM-DD HH24:MI:SS.US'), '') as at from reviews where id = $1`,
    [id],
  )
  return String(row?.at)
}

test('moves shown reviews to the end of the rotation without dropping a cached page', async () => {
  const html = await (await shop.app.request('/')).text()
  await shop.app.request('/')
  const { hits } = shop.cache.stats()
  const ids = await published(9)
  expect(await report(ids)).toBe(204)
  await eventually(async () => (await shownAt(ids[8] ?? '')) !== '')
  expect(await (await shop.app.request('/')).text()).toBe(html)
  expect(shop.cache.stats().hits).toBe(hits + 1)
})

test('moves a review at most once an hour', async () => {
  const [id = ''] = await published(1)
  await rows(`update reviews set last_shown_at = now() - interval '59 minutes' where id = $1`, [id])
  const before = await shownAt(id)
  const [, other = ''] = await published(2)
  await rows('update reviews set last_shown_at = null where id = $1', [other])
  expect(await report([id, other, id])).toBe(204)
  await eventually(async () => (await shownAt(other)) !== '')
  expect(await shownAt(id)).toBe(before)
  await rows(`update reviews set last_shown_at = now() - interval '61 minutes' where id = $1`, [id])
  const older = await shownAt(id)
  await report([id])
  await eventually(async () => (await shownAt(id)) !== older)
})

test('ignores unknown and unpublished ids', async () => {
  const [hidden] = await rows(`insert into reviews (product_id, rating, title, body, reviewer_name, source)
    values ('pure-bloom', 1, 'Hidden', 'x', 'Ana', 'website_form') returning id`)
  const [known = ''] = await published(1)
  await rows('update reviews set last_shown_at = null where id = $1', [known])
  const hiddenId = String(hidden?.id)
  expect(await report([hiddenId, '00000000-0000-4000-8000-000000000000', known])).toBe(204)
  await eventually(async () => (await shownAt(known)) !== '')
  expect(await shownAt(hiddenId)).toBe('')
})

test('does nothing without the public key, or with anything but ids', async () => {
  const ids = await published(1)
  expect(await report(ids, { authorization: '' })).toBe(401)
  expect(await report(ids, { authorization: 'Bearer another-key' })).toBe(401)
  expect(await report(await published(10))).toBe(400)
  expect(await report(['1; drop table reviews'])).toBe(400)
  expect(await report([])).toBe(400)
  expect(await report('x')).toBe(400)
})

test('refuses the seventh report of a minute from one address', async () => {
  const ids = await published(1)
  const reports = Array.from({ length: 7 }, () => report(ids, { remoteAddress: '203.0.113.5' }))
  const statuses = await Promise.all(reports)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([204, 204, 204, 204, 204, 204, 429])
})
