import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
const PATH = '/admin/orders/bulk/unship'
let shop: DeskShop
let staff: string

type Made = { id: string; number: string }

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  staff = await shop.signIn('staff')
})
afterAll(() => shop.end())

async function shipped(count: number): Promise<Made[]> {
  const made: Made[] = []
  for (let index = 0; index < count; index += 1) {
    const order = await shop.order()
    await shop.parts.desk.orderDesk.ship(order.id, { carrier: 'USPS', trackingNumber: `940010000${index}` }, ana)
    made.push(order)
  }
  return made
}

function screen(made: readonly Made[]): Promise<Response> {
  const ids = made.map(({ id }) => `id=${id}`).join('&')
  return shop.request(`${PATH}?list=shipped&${ids}`, { cookie: staff })
}

/** What the screen sends, with the changes. */
async function formOf(made: readonly Made[], change: [string, string][] = []): Promise<[string, string][]> {
  const html = await (await screen(made)).text()
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return [...fields.map(([, name = '', value = '']): [string, string] => [name, value]), ...change]
}

async function send(form: [string, string][]): Promise<{ status: number; html: string }> {
  const response = await shop.request(PATH, { cookie: staff, form })
  if (response.status !== 303) return { status: response.status, html: await response.text() }
  const cookie = `${staff}; ${response.headers.getSetCookie()[0]?.split(';')[0]}`
  return {
    status: 303,
    html: await (await shop.request(response.headers.get('location') ?? '', { cookie })).text(),
  }
}

async function statesOf(made: readonly Made[]): Promise<unknown[]> {
  const rows = await shop.rows('select id, state, tracking_number from orders')
  return made.map(({ id }) => {
    const row = rows.find((found) => found.id === id)
    return [row?.state, row?.tracking_number === null]
  })
}

async function mailsOf({ number }: Made): Promise<unknown[]> {
  const rows = await shop.rows(
    `select template || ' ' || state as mail from outbox where payload->>'orderNumber' = $1
     and template in ('shipped', 'not-shipped') order by created_at, template`,
    [number],
  )
  return rows.map(({ mail }) => mail)
}

async function announce({ number }: Made): Promise<void> {
  await shop.rows(`update outbox set state = 'sent' where payload->>'orderNumber' = $1 and template = 'shipped'`, [
    number,
  ])
}

test('undoes "shipped" for many orders, and corrects only the emails that were sent', async () => {
  const made = await shipped(3)
  const [told = { id: '', number: '' }, ...untold] = made
  await announce(told)
  const html = await (await screen(made)).text()
  expect(html).toContain('3 orders go back to Packed')
  expect(html).toContain('One customer already got the email')
  const after = await send(await formOf(made, [['emailsCustomer', 'yes']]))
  expect(after.html).toContain('3 orders back in Packed.')
  expect(await statesOf(made)).toEqual([
    ['packed', true],
    ['packed', true],
    ['packed', true],
  ])
  expect(await mailsOf(told)).toEqual(['shipped sent', 'not-shipped waiting'])
  for (const order of untold) expect(await mailsOf(order)).toEqual(['shipped cancelled'])
  const logged = await shop.rows(`select subject_id from audit_log where action = 'order.unship'`)
  expect(new Set(logged.map(({ subject_id: id }) => id))).toEqual(new Set(made.map(({ id }) => id)))
})

test('leaves out orders that shipped more than an hour ago, even if the form names them', async () => {
  const made = await shipped(2)
  const [old = { id: '', number: '' }] = made
  const form = await formOf(made)
  await shop.rows(`update orders set shipped_at = shipped_at - interval '61 minutes' where id = $1`, [old.id])
  const html = await (await screen(made)).text()
  expect(html).toContain('1 order left out, shipped more than an hour ago or in several packages:')
  expect(html).toContain(old.number)
  expect(html).toContain('1 order goes back to Packed')
  const after = await send(form)
  expect(after.html).toContain('1 order back in Packed.')
  expect(after.html).toContain(`Still shipped: ${old.number} (shipped more than an hour ago).`)
  expect(await statesOf(made)).toEqual([
    ['shipped', false],
    ['packed', true],
  ])
  expect((await screen([old])).headers.get('location')).toBe('/admin/orders?list=shipped')
})

test('shows orders again if their email was sent while the screen was open', async () => {
  const made = await shipped(2)
  const [told = { id: '', number: '' }, other = { id: '', number: '' }] = made
  const form = await formOf(made)
  await announce(told)
  const { status, html } = await send(form)
  expect(status).toBe(422)
  expect(html).toContain('1 order back in Packed. The shipping email of 1 order went out in the meantime.')
  expect(html).toContain(told.number)
  expect(html).not.toContain(other.number)
  expect(await statesOf(made)).toEqual([
    ['shipped', false],
    ['packed', true],
  ])
})

test('lets one of two windows undo it, and a repeat does nothing', async () => {
  const made = await shipped(2)
  const form = await formOf(made)
  const both = await Promise.all([send(form), send(form)])
  const done = both.map(({ html }) => Number(/(\d) orders? back in Packed\./.exec(html)?.[1] ?? 0))
  expect(done.reduce((sum, count) => sum + count)).toBe(2)
  expect((await send(form)).html).toContain('2 orders already in Packed.')
})

test('leaves orders in several packages to their own page', async () => {
  const { id, number } = await shop.order()
  const { orderDesk } = shop.parts.desk
  const untracked = { carrier: null, trackingNumber: null }
  await orderDesk.split(id, { quantities: new Map([[1, 1]]), tracking: untracked, packagesBefore: 0 }, ana)
  await orderDesk.ship(id, untracked, ana)
  expect((await screen([{ id, number }])).headers.get('location')).toBe('/admin/orders?list=shipped')
})

test('asks to select orders first', async () => {
  const response = await shop.request(PATH, { cookie: staff, form: [['list', 'shipped']] })
  expect(response.headers.get('location')).toBe('/admin/orders?list=shipped')
})
