import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
let shop: DeskShop
let staff: string

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  staff = await shop.signIn('staff')
})
afterAll(() => shop.end())

type Order = { id: string; number: string }

const pathOf = ({ id }: Order) => `/admin/orders/${id}/address`

async function openForm(order: Order): Promise<Record<string, string>> {
  const html = await (await shop.request(pathOf(order), { cookie: staff })).text()
  const inputs = Array.from(html.matchAll(/<input [^>]*name="(\w+)"[^>]*>/g), ([tag, name = '']) => [
    name,
    /value="([^"]*)"/.exec(tag)?.[1] ?? '',
  ])
  const state = /<option value="(\w\w)" selected/.exec(html)?.[1] ?? ''
  return { ...Object.fromEntries(inputs), state }
}

function send(order: Order, form: Record<string, string>): Promise<Response> {
  return shop.request(pathOf(order), { cookie: staff, form })
}

async function stored({ id }: Order): Promise<Record<string, unknown> | undefined> {
  return (
    await shop.rows(
      'select first_name, last_name, email, folded_email, phone, line1, line2, city, state_code, zip from orders where id = $1',
      [id],
    )
  )[0]
}

function mailsAbout({ number }: Order): Promise<Record<string, unknown>[]> {
  return shop.rows(
    `select recipient, payload from outbox where template = 'address-changed' and payload->>'orderNumber' = $1`,
    [number],
  )
}

test('corrects address and contact, emails the new address, and logs which fields changed without their values', async () => {
  const order = await shop.order()
  const form = await openForm(order)
  const changed = { ...form, address2: 'Apt 4', email: 'New.Address@example.com', phone: '(801) 555-0100' }
  expect((await send(order, changed)).status).toBe(303)
  expect(await stored(order)).toMatchObject({
    line1: form.address,
    line2: 'Apt 4',
    email: 'New.Address@example.com',
    folded_email: 'new.address@example.com',
    phone: '+18015550100',
  })
  const [mail, ...more] = await mailsAbout(order)
  expect(more).toEqual([])
  expect(mail?.recipient).toBe('New.Address@example.com')
  expect(mail?.payload).toMatchObject({ shipTo: expect.arrayContaining(['Apt 4']) })
  const log = await shop.rows(
    `select before, after from audit_log where subject_id = $1 and action = 'order.address'`,
    [order.id],
  )
  expect(log).toEqual([{ before: null, after: { changed: 'email, phone, apartment' } }])

  const page = await (await shop.request(`/admin/orders/${order.id}`, { cookie: staff })).text()
  expect(page).toContain('<a href="tel:+18015550100">(801) 555-0100</a>')
  expect(await openForm(order)).toMatchObject({ phone: '(801) 555-0100' })
  const slip = await shop.request(`/admin/orders/${order.id}/label`, { cookie: staff })
  expect(await slip.text()).toContain('Apt 4')
})

test('resends an earlier email to the corrected address, with the corrected address in it', async () => {
  const order = await shop.order()
  await send(order, { ...(await openForm(order)), address2: 'Apt 9', email: 'right@example.com', firstName: 'Anna' })
  const [confirmation] = await shop.rows(
    `select id from outbox where template = 'order-confirmation' and payload->>'orderNumber' = $1`,
    [order.number],
  )
  const form = { mailId: String(confirmation?.id), formKey: randomUUID() }
  await shop.request(`/admin/orders/${order.id}/mail`, { cookie: staff, form })
  const again = await shop.rows(
    `select recipient, payload from outbox where template = 'order-confirmation' and payload->>'orderNumber' = $1
     and id <> $2`,
    [order.number, confirmation?.id],
  )
  expect(again).toMatchObject([
    { recipient: 'right@example.com', payload: { firstName: 'Anna', shipTo: expect.arrayContaining(['Apt 9']) } },
  ])
})

test('an untouched form changes nothing and sends no email, and a form sent twice changes it once', async () => {
  const order = await shop.order()
  const form = await openForm(order)
  await send(order, form)
  expect(await mailsAbout(order)).toEqual([])
  const changed = { ...form, city: 'Provo East' }
  await send(order, changed)
  expect((await send(order, changed)).status).toBe(303)
  expect(await mailsAbout(order)).toHaveLength(1)
})

test.each([
  ['a ZIP code of another state', { zip: '10001' }, 'This ZIP code is not in Utah.'],
  ['no name', { lastName: ' ' }, 'Last name is required.'],
  ['no email address', { email: 'ana' }, 'email'],
  ['a phone number that is none', { phone: '12' }, 'phone'],
  ['a state with less sales tax', { state: 'NY', zip: '10001' }, 'less than the customer paid'],
])('refuses %s, keeps what was typed, and changes nothing', async (_, typed, message) => {
  const order = await shop.order()
  const before = await stored(order)
  const response = await send(order, { ...(await openForm(order)), city: 'Springville', ...typed })
  expect(response.status).toBe(422)
  const html = await response.text()
  expect(html).toContain(message)
  expect(html).toContain('value="Springville"')
  expect(await stored(order)).toEqual(before)
  expect(await mailsAbout(order)).toEqual([])
})

test('shows what another operator saved in the meantime, and saves on the second try', async () => {
  const order = await shop.order()
  const form = await openForm(order)
  await send(order, { ...form, city: 'Lehi' })
  const conflict = await send(order, { ...form, city: 'Orem' })
  expect(conflict.status).toBe(422)
  const html = await conflict.text()
  expect(html).toContain('class="theirs"')
  expect(await stored(order)).toMatchObject({ city: 'Lehi' })
  const expectedVersion = /name="expectedVersion" value="([^"]*)"/.exec(html)?.[1] ?? ''
  await send(order, { ...form, city: 'Orem', expectedVersion })
  expect(await stored(order)).toMatchObject({ city: 'Orem' })
})

test('leaves the address of a shipped order alone', async () => {
  const order = await shop.order()
  const form = await openForm(order)
  await shop.parts.desk.orderDesk.ship(order.id, undefined, { operatorId: null, actor: 'ana' })
  expect((await shop.request(pathOf(order), { cookie: staff })).status).toBe(303)
  expect((await send(order, { ...form, city: 'Lehi' })).status).toBe(303)
  expect(await stored(order)).not.toMatchObject({ city: 'Lehi' })
  const page = await (await shop.request(`/admin/orders/${order.id}`, { cookie: staff })).text()
  expect(page).not.toContain('Edit address')
})
