import { randomUUID } from 'node:crypto'
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

const pathOf = (id: string) => `/admin/orders/${id}/refund-items`

async function send(
  id: string,
  form: Record<string, string>,
): Promise<{ status: number; html: string; to: string | null }> {
  const response = await shop.request(pathOf(id), { cookie: owner, form })
  return { status: response.status, html: await response.text(), to: response.headers.get('location') }
}

function fresh(form: Record<string, string> = {}): Record<string, string> {
  return { 'quantity-1': '1', reason: 'Leaked', refundedBefore: '0', formKey: randomUUID(), ...form }
}

async function refundsOf(id: string): Promise<unknown[]> {
  return shop.rows(
    `select r.amount_cents as cents, r.restocks, f.position, f.quantity from refunds r
     join payment_attempts a on a.id = r.attempt_id left join refund_lines f on f.refund_id = r.id
     where a.order_id = $1`,
    [id],
  )
}

test('offers what is left of each line, and puts items back in stock until the order has shipped', async () => {
  const { id } = await shop.order()
  const screen = async () => (await shop.request(pathOf(id), { cookie: owner })).text()
  const ticked = (html: string) => /<input type="checkbox" id="restocks"[^>]*>/.exec(html)?.[0].includes('checked')
  const html = await screen()
  expect(html).toContain('aria-label="Quantity of Pure Bloom 1oz to refund"')
  expect([...html.matchAll(/<option value="(\d)"/g)].map(([, count]) => count)).toEqual(['0', '1', '2'])
  expect(html).toContain('Refund shipping, $9.99')
  expect(ticked(html)).toBe(true)
  await shop.parts.desk.orderDesk.ship(id, undefined, { operatorId: null, actor: 'ana' })
  // What has shipped goes back in stock with its return.
  const shipped = await screen()
  expect(ticked(shipped)).toBeUndefined()
  expect(shipped).toContain('To put them back in stock, record a return.')
})

test('shows the amount first, and refunds it once confirmed, once per form', async () => {
  const { id } = await shop.order()
  const form = fresh({ restocks: 'yes', withShipping: 'yes' })
  const review = await send(id, form)
  expect(review.status).toBe(200)
  // $25.00, $1.79 of the tax and $9.99 shipping.
  expect(review.html).toContain('Refund $36.78')
  expect(review.html).toContain('1 × Pure Bloom, 1oz')
  expect(review.html).toContain('The items go back in stock once Square has made the refund.')
  expect(await refundsOf(id)).toEqual([])
  const confirmed = { ...form, amount: '3678' }
  expect(await send(id, confirmed)).toMatchObject({ status: 303, to: `/admin/orders/${id}` })
  expect(await send(id, confirmed)).toMatchObject({ status: 303, to: `/admin/orders/${id}` })
  expect(await refundsOf(id)).toEqual([{ cents: 3678, restocks: true, position: 1, quantity: 1 }])
  const logged = await shop.rows(`select after from audit_log where subject_id = $1 and action = 'order.refund'`, [id])
  expect(logged).toMatchObject([
    { after: { amountCents: 3678, reason: 'Leaked', items: '1 × Pure Bloom, 1oz, Shipping' } },
  ])
})

test('stores the parts of a refund, including shipping', async () => {
  const { id } = await shop.order()
  await send(id, fresh({ withShipping: 'yes', amount: '3678' }))
  await send(id, fresh({ amount: '2679', refundedBefore: '3678' }))
  const splits = await shop.rows(
    `select r.goods_cents as goods, r.discount_cents as discount, r.shipping_cents as shipping, r.tax_cents as tax
     from refunds r join payment_attempts a on a.id = r.attempt_id where a.order_id = $1 order by r.created_at`,
    [id],
  )
  expect(splits).toEqual([
    { goods: 2500, discount: 0, shipping: 999, tax: 179 },
    { goods: 2500, discount: 0, shipping: 0, tax: 179 },
  ])
})

test('goes back to the choices, as chosen', async () => {
  const { id } = await shop.order()
  const { status, html } = await send(id, fresh({ amount: '2679', change: 'yes' }))
  expect(status).toBe(200)
  expect(html).toContain('<option value="1" selected="">')
  expect(html).toContain('value="Leaked"')
  expect(await refundsOf(id)).toEqual([])
})

test('refuses an incomplete choice with a message, and keeps what was typed', async () => {
  const { id } = await shop.order()
  const none = await send(id, fresh({ 'quantity-1': '0' }))
  expect(none.status).toBe(422)
  expect(none.html).toContain('Choose at least one item or the shipping.')
  expect(none.html).toContain('value="Leaked"')
  const many = await send(id, fresh({ 'quantity-1': '3' }))
  expect(many.html).toContain('There aren’t that many left to refund.')
  for (const quantity of ['-1', '1.5', 'x', ''])
    expect((await send(id, fresh({ 'quantity-1': quantity, amount: '2679' }))).status, quantity).toBe(422)
  expect((await send(id, fresh({ 'quantity-7': '1' }))).status).toBe(422)
  const silent = await send(id, fresh({ reason: ' ' }))
  expect(silent.html).toContain('Give a reason')
  expect(silent.html).toContain('<option value="1" selected="">')
  expect(await refundsOf(id)).toEqual([])
})

test('shows the new amount if another window has refunded since', async () => {
  const { id } = await shop.order()
  const [first, second] = [fresh({ amount: '2679' }), fresh({ amount: '2679' })]
  expect((await send(id, first)).status).toBe(303)
  const { status, html } = await send(id, second)
  expect(status).toBe(422)
  expect(html).toContain('another refund was made since you opened this page')
  expect(html).toContain('name="refundedBefore" value="2679"')
  expect(html).toContain('Refund $26.79')
  expect(await refundsOf(id)).toHaveLength(1)
  const amount = /name="amount" value="(\d+)"/.exec(html)?.[1] ?? ''
  expect((await send(id, { ...second, refundedBefore: '2679', amount })).status).toBe(303)
  expect((await send(id, fresh({ amount }))).status).toBe(422)
})

test('says so if nothing is left, or no card was charged', async () => {
  const { id } = await shop.order()
  const all = fresh({ 'quantity-1': '2', withShipping: 'yes', amount: '6357' })
  expect((await send(id, all)).status).toBe(303)
  expect((await send(id, all)).to).toBe(`/admin/orders/${id}`)
  expect((await shop.request(pathOf(id), { cookie: owner })).headers.get('location')).toBe(`/admin/orders/${id}`)
  expect(await refundsOf(id)).toHaveLength(1)
})
