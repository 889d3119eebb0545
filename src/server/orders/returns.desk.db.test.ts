import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
let shop: DeskShop
let owner: string

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  owner = await shop.signIn('owner')
})
afterAll(() => shop.end())

async function shipped(): Promise<string> {
  const { id } = await shop.order()
  await shop.parts.desk.orderDesk.ship(id, { carrier: null, trackingNumber: null }, ana)
  return id
}

async function page(path: string, form?: Record<string, string>): Promise<{ status: number; html: string }> {
  const response = await shop.request(path, form ? { cookie: owner, form } : { cookie: owner })
  if (response.status !== 303) return { status: response.status, html: await response.text() }
  const cookie = `${owner}; ${response.headers.getSetCookie()[0]?.split(';')[0]}`
  const html = await (await shop.request(response.headers.get('location') ?? '', { cookie })).text()
  return { status: 303, html }
}

function filled(change: Record<string, string> = {}): Record<string, string> {
  const usual = { 'quantity-1': '1', 'condition-1': 'sealed', reason: 'wrong-item', arrival: 'expected' }
  return { formKey: randomUUID(), ...usual, ...change }
}

async function returnIdOf(id: string): Promise<string> {
  return (await shop.parts.desk.orderDesk.find(id))?.returns[0]?.id ?? ''
}

test('is offered once something has shipped', async () => {
  const { id } = await shop.order()
  expect((await page(`/admin/orders/${id}`)).html).not.toContain('Record return')
  expect((await page(`/admin/orders/${id}/return`)).html).toContain('Nothing in this order can be returned.')
  await shop.parts.desk.orderDesk.ship(id, { carrier: null, trackingNumber: null }, ana)
  expect((await page(`/admin/orders/${id}`)).html).toContain('Record return')
  const { html } = await page(`/admin/orders/${id}/return`)
  expect(html).toContain('Up to 2')
  expect(html).toContain('they never go back in stock')
})

test.each<[string, Record<string, string>, string]>([
  ['no items', { 'quantity-1': '0' }, 'Choose at least one item.'],
  ['more than shipped', { 'quantity-1': '3' }, 'That’s more than can come back.'],
  ['no number', { 'quantity-1': 'x' }, 'That’s more than can come back.'],
  ['no reason', { reason: '' }, 'Choose a reason.'],
  ['an invented reason', { reason: 'boredom' }, 'Choose a reason.'],
  ['another reason without words', { reason: 'other', words: ' ' }, 'Say in a few words why.'],
  ['too many words', { words: 'x'.repeat(301) }, 'Use 300 characters or fewer.'],
  ['no arrival', { arrival: '' }, 'Say whether it has arrived.'],
])('shows the form again with %s, and saves nothing', async (_, change, problem) => {
  const id = await shipped()
  const { status, html } = await page(`/admin/orders/${id}/return`, filled(change))
  expect([status, html.includes(problem)]).toEqual([422, true])
  expect(await returnIdOf(id)).toBe('')
})

test('records, sends instructions, receives and prefills the refund', async () => {
  const id = await shipped()
  const recorded = await page(`/admin/orders/${id}/return`, filled({ emailsInstructions: 'yes' }))
  expect(recorded.html).toContain('Return recorded.')
  expect(recorded.html).toContain('Return expected')
  const returnId = await returnIdOf(id)
  const below = `/admin/orders/${id}/returns/${returnId}`
  const sent = await page(`${below}/instructions`, { formKey: randomUUID() })
  expect(sent.html).toContain('Return instructions sent.')
  const screen = (await page(`${below}/receive`)).html
  expect(screen).toMatch(/<option value="1" selected="">/)
  expect((await page(`${below}/receive`, { 'quantity-1': '2', 'condition-1': 'sealed' })).status).toBe(422)
  const received = await page(`${below}/receive`, { 'quantity-1': '1', 'condition-1': 'opened' })
  expect(received.html).toContain('Return received.')
  expect(received.html).toContain(`/admin/orders/${id}/refund-items?return=${returnId}`)
  expect((await page(`${below}/receive`)).html).toContain('This return was received or canceled in the meantime.')
  const refund = (await page(`/admin/orders/${id}/refund-items?return=${returnId}`)).html
  expect(refund).toMatch(/<option value="1" selected="">1/)
  expect(refund).toContain(`name="returnId" value="${returnId}"`)
  expect(refund).toContain('value="Return: Wrong item"')
  expect(refund).not.toContain('name="restocks"')
})

test('answers 404 for a return of another order', async () => {
  const [id, other] = [await shipped(), await shipped()]
  await page(`/admin/orders/${id}/return`, filled())
  const path = `/admin/orders/${other}/returns/${await returnIdOf(id)}`
  expect((await page(`${path}/receive`)).status).toBe(404)
  expect((await page(`${path}/cancel`, {})).html).toContain('This return doesn’t exist.')
  expect((await shop.parts.desk.orderDesk.find(id))?.returns[0]?.state).toBe('expected')
})
