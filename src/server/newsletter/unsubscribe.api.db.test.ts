import { beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestShop } from '#test/test-shop.ts'

const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>

beforeAll(async () => {
  shop = await createTestShop(database.current)
})

/** A subscriber's own link. */
async function subscribe(email: string): Promise<{ path: string; hasLeft: () => Promise<boolean> }> {
  await shop.services.signup.signUp({ email, source: 'home' })
  const find = () =>
    database.current.withConnection((connection) =>
      connection.rows('select * from subscribers where email = $1', [email]),
    )
  const [row] = await find()
  return {
    path: `/unsubscribe/${String(row?.unsubscribe_token)}`,
    hasLeft: async () => (await find())[0]?.unsubscribed_at !== null,
  }
}

test('shows one button and changes nothing on GET, because email scanners open links too', async () => {
  const { path, hasLeft } = await subscribe('scanned@example.com')
  for (const method of ['GET', 'HEAD']) {
    const response = await shop.app.request(path, { method })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  }
  const html = await (await shop.app.request(path)).text()
  expect(html.match(/<button/g)).toHaveLength(1)
  expect(html).toContain('method="post"')
  expect(await hasLeft()).toBe(false)
})

test('unsubscribes with one POST without login, cookie or origin, as in RFC 8058', async () => {
  const { path, hasLeft } = await subscribe('one-click@example.com')
  const response = await shop.app.request(path, {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('You’re unsubscribed')
  expect(await hasLeft()).toBe(true)
})

test('accepts a cross-site POST from a webmail client on this path only', async () => {
  const { path, hasLeft } = await subscribe('webmail@example.com')
  const foreign = { method: 'POST', headers: { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' } }
  expect((await shop.app.request(path, foreign)).status).toBe(200)
  expect(await hasLeft()).toBe(true)
  expect((await shop.app.request('/functions/v1/email-signup', foreign)).status).toBe(403)
})

test('answers an unknown or malformed token like a real one', async () => {
  const { path } = await subscribe('real@example.com')
  const real = await (await shop.app.request(path, { method: 'POST' })).text()
  for (const token of ['unknown', 'a'.repeat(500), '%27%20or%201=1']) {
    const response = await shop.app.request(`/unsubscribe/${token}`, { method: 'POST' })
    expect(response.status, token).toBe(200)
    expect(await response.text(), token).toBe(real)
  }
})

test('reports a database failure, so that the provider retries', async () => {
  const { path } = await subscribe('later@example.com')
  const run = (statement: string) => database.current.withConnection((connection) => connection.exec(statement))
  await run(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'down'; end $$;
    create trigger fails before update on subscribers for each row execute function refuse()`)
  const response = await shop.app.request(path, { method: 'POST' })
  await run('drop trigger fails on subscribers')
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('Please try again')
})
