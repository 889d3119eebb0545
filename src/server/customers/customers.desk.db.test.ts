import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
let shop: DeskShop
let owner: string

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  owner = await shop.signIn('owner')
})
afterAll(() => shop.end())

async function buyer(): Promise<string> {
  const { id } = await shop.order()
  const [row] = await shop.rows('select email from orders where id = $1', [id])
  return String(row?.email)
}

const pathOf = (email: string) => `/admin/customers?${new URLSearchParams({ email })}`

async function read(path: string): Promise<string> {
  return (await shop.request(path, { cookie: owner })).text()
}

async function versionOf(email: string): Promise<string> {
  return /name="expectedVersion" value="([^"]*)"/.exec(await read(pathOf(email)))?.[1] ?? ''
}

function save(form: Record<string, string>): Promise<Response> {
  return shop.request('/admin/customers/note', { cookie: owner, form })
}

const notes = (email: string) =>
  shop.rows('select note, tags from customer_notes where folded_email = $1', [email.toLowerCase()])

test('lists a customer, shows the summary, and saves a note and tags', async () => {
  const email = await buyer()
  expect(await read('/admin/customers')).toContain(email)
  const form = {
    email,
    note: ' Rings twice.\r\nNo nuts. ',
    tags: 'VIP, gift ,vip',
    expectedVersion: await versionOf(email),
  }
  const saved = await save(form)
  expect([saved.status, saved.headers.get('location')]).toEqual([303, pathOf(email)])
  expect(await notes(email)).toEqual([{ note: 'Rings twice.\nNo nuts.', tags: ['VIP', 'gift'] }])
  const html = await read(pathOf(email))
  expect(html).toContain('Spent after refunds')
  expect(html).toContain('value="VIP, gift"')
  const log = await shop.rows(`select before, after from audit_log where action = 'person.note'`)
  expect(log).toEqual([{ before: null, after: null }])
  // An empty note counts as none.
  await save({ email, note: '', tags: ' , ', expectedVersion: await versionOf(email) })
  expect(await notes(email)).toEqual([])
})

test('shows what an order came to in the end, with what was paid later', async () => {
  const email = await buyer()
  expect(await read(pathOf(email))).toContain('$63.57')
  await shop.rows(`update orders set added_goods_cents = 2500, added_tax_cents = 179 where email = $1`, [email])
  const html = await read(pathOf(email))
  const [, lines = ''] = /<h2[^>]*>Orders<\/h2>(.*?)<\/ul>/s.exec(html) ?? []
  expect(lines).toContain('$90.36')
})

test('keeps what was typed when a form is refused', async () => {
  const email = await buyer()
  const form = { email, note: 'Typed with care', tags: 'x'.repeat(31), expectedVersion: await versionOf(email) }
  const refused = await save(form)
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toContain('Use up to 30 characters per tag.')
  expect(html).toContain('Typed with care')
  expect((await save({ ...form, tags: '', note: 'x'.repeat(2001) })).status).toBe(422)
  expect(await notes(email)).toEqual([])
})

test('shows what another window saved first, and overwrites it only when asked again', async () => {
  const email = await buyer()
  const expectedVersion = await versionOf(email)
  const [first, second] = await Promise.all([
    save({ email, note: 'From the left', tags: '', expectedVersion }),
    save({ email, note: 'From the right', tags: '', expectedVersion }),
  ])
  expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([303, 422])
  const refused = await (first.status === 422 ? first : second).text()
  expect(refused).toContain('From the left')
  expect(refused).toContain('From the right')
  const version = /name="expectedVersion" value="([^"]*)"/.exec(refused)?.[1] ?? ''
  expect((await save({ email, note: 'Both', tags: '', expectedVersion: version })).status).toBe(303)
  expect(await notes(email)).toEqual([{ note: 'Both', tags: [] }])
})

test('a search for an address without an order leads to what is stored about it', async () => {
  const html = await read('/admin/customers?q=reader%40example.com')
  expect(html).toContain('No customers match.')
  expect(html).toContain(pathOf('reader@example.com'))
  expect(await read(pathOf('reader@example.com'))).toContain('No data stored for')
  expect((await shop.request(pathOf('no address'), { cookie: owner })).status).toBe(422)
  expect((await save({ email: 'no address', note: '', tags: '' })).status).toBe(422)
})

test('is for the owner only', async () => {
  const staff = await shop.signIn('staff')
  for (const path of ['/admin/customers', pathOf('a@example.com')])
    expect((await shop.request(path, { cookie: staff })).status).toBe(403)
})
