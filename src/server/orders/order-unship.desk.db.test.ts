import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
const tracking = { carrier: 'USPS', trackingNumber: '9400 1000' }
let shop: DeskShop
let staff: string

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  staff = await shop.signIn('staff')
})
afterAll(() => shop.end())

async function shipped(): Promise<{ id: string; number: string; form: Record<string, string> }> {
  const { id, number } = await shop.order()
  await shop.parts.desk.orderDesk.ship(id, tracking, ana)
  return { id, number, form: await formOf(id) }
}

/** What the screen sends without a change. */
async function formOf(id: string): Promise<Record<string, string>> {
  const html = await (await shop.request(`/admin/orders/${id}/unship`, { cookie: staff })).text()
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
  return { shippedAt: field('shippedAt'), isAnnounced: field('isAnnounced') }
}

async function undo(id: string, form: Record<string, string>): Promise<{ status: number; html: string }> {
  const response = await shop.request(`/admin/orders/${id}/unship`, { cookie: staff, form })
  if (response.status !== 303) return { status: response.status, html: await response.text() }
  const cookie = `${staff}; ${response.headers.get('set-cookie')?.split(';')[0]}`
  const html = await (await shop.request(response.headers.get('location') ?? '', { cookie })).text()
  return { status: 303, html }
}

async function orderOf(id: string): Promise<unknown> {
  const [row] = await shop.rows(
    'select state, shipped_at, tracking_carrier, tracking_number from orders where id = $1',
    [id],
  )
  return row
}

async function mailsOf(number: string): Promise<unknown[]> {
  const rows = await shop.rows(
    `select template || ' ' || state as mail from outbox where payload->>'orderNumber' = $1
     and template in ('shipped', 'not-shipped') order by created_at, template`,
    [number],
  )
  return rows.map(({ mail }) => mail)
}

const PACKED = { state: 'packed', shipped_at: null, tracking_carrier: null, tracking_number: null }

test('undoes "shipped" and its tracking number, and never sends the waiting email', async () => {
  const { id, number, form } = await shipped()
  expect(form.isAnnounced).toBe('no')
  expect(await undo(id, form)).toMatchObject({ status: 303 })
  expect(await orderOf(id)).toEqual(PACKED)
  expect(await mailsOf(number)).toEqual(['shipped cancelled'])
  const [logged] = await shop.rows(`select actor, before, after from audit_log where action = 'order.unship'`)
  expect(logged).toMatchObject({ before: { state: 'shipped', ...tracking }, after: { state: 'packed' } })
  // Twice is refused, and shipping again sends its own email.
  expect((await undo(id, form)).html).toContain('The order has changed since you opened it')
  await shop.parts.desk.orderDesk.ship(id, tracking, ana)
  expect(await mailsOf(number)).toEqual(['shipped cancelled', 'shipped waiting'])
  expect((await formOf(id)).isAnnounced).toBe('no')
})

test('says that the email was sent, and corrects it only if ticked', async () => {
  for (const isTicked of [false, true]) {
    const { id, number } = await shipped()
    await shop.rows(`update outbox set state = 'sent' where payload->>'orderNumber' = $1`, [number])
    const screen = await (await shop.request(`/admin/orders/${id}/unship`, { cookie: staff })).text()
    expect(screen).toContain('The customer already got the email')
    expect(screen).not.toContain('checked=""')
    const form = { ...(await formOf(id)), ...(isTicked && { emailsCustomer: 'yes' }) }
    expect(await undo(id, form)).toMatchObject({ status: 303 })
    expect(await mailsOf(number)).toEqual(isTicked ? ['shipped sent', 'not-shipped waiting'] : ['shipped sent'])
    await shop.parts.desk.orderDesk.ship(id, tracking, ana)
    expect((await formOf(id)).isAnnounced).toBe('no')
  }
})

test('asks again if the email was sent while the screen was open', async () => {
  const { id, number, form } = await shipped()
  await shop.rows(`update outbox set state = 'sent' where payload->>'orderNumber' = $1`, [number])
  const { status, html } = await undo(id, form)
  expect(status).toBe(422)
  expect(html).toContain('went out in the meantime')
  expect(html).toContain('Email them that it hasn’t shipped yet')
  expect(await orderOf(id)).toMatchObject({ state: 'shipped' })
})

test('is possible for 60 minutes', async () => {
  const { id } = await shipped()
  const age = async (minutes: number) => {
    await shop.rows(`update orders set shipped_at = now() - make_interval(mins => $2) where id = $1`, [id, minutes])
    await shop.rows(
      `update shipments set shipped_at = o.shipped_at from orders o where order_id = o.id and o.id = $1`,
      [id],
    )
  }
  await age(61)
  const page = await (await shop.request(`/admin/orders/${id}`, { cookie: staff })).text()
  expect(page).not.toContain('Undo shipped')
  const late = await shop.request(`/admin/orders/${id}/unship`, { cookie: staff })
  expect(late.headers.get('location')).toBe(`/admin/orders/${id}`)
  const shippedAt = (await shop.parts.desk.orderDesk.find(id))?.order.shippedAt?.toISOString() ?? ''
  expect((await undo(id, { shippedAt, isAnnounced: 'yes' })).html).toContain('more than an hour ago')
  await age(59)
  expect(await undo(id, { ...(await formOf(id)), isAnnounced: 'yes' })).toMatchObject({ status: 303 })
  expect(await orderOf(id)).toEqual(PACKED)
})

test('does not undo a later shipment from an old window', async () => {
  const { id, form } = await shipped()
  expect(await undo(id, form)).toMatchObject({ status: 303 })
  await shop.parts.desk.orderDesk.ship(id, tracking, ana)
  expect((await undo(id, form)).html).toContain('The order has changed since you opened it')
  expect(await orderOf(id)).toMatchObject({ state: 'shipped' })
})

test('lets one of two windows undo it', async () => {
  const { id, form } = await shipped()
  const undone = { shippedAt: form.shippedAt ?? '', isAnnounced: false, emailsCustomer: false }
  const { orderDesk } = shop.parts.desk
  const both = await Promise.all([orderDesk.unship(id, undone, ana), orderDesk.unship(id, undone, ana)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
})
