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

async function shipped(): Promise<string> {
  const { id } = await shop.order()
  await shop.parts.desk.orderDesk.ship(id, undefined, { operatorId: null, actor: 'ana' })
  return id
}

async function post(path: string, form: Record<string, string> = {}): Promise<Response> {
  return shop.request(`/admin/orders/${path}`, { cookie: staff, form })
}

async function listed(list: string): Promise<string> {
  return (await shop.request(`/admin/orders?list=${list}`, { cookie: staff })).text()
}

test('marks an order as delivered, shows it to the customer, and undoes it', async () => {
  const id = await shipped()
  expect((await post(`${id}/deliver`)).status).toBe(303)
  const detail = await shop.parts.desk.orderDesk.find(id)
  expect(detail?.order).toMatchObject({ state: 'delivered', deliveredAt: expect.any(Date) })
  expect(await listed('delivered')).toContain(detail?.order.number)
  expect(await listed('shipped')).not.toContain(detail?.order.number)
  const token = detail?.orderPath.replace('/order/', '') ?? ''
  const view = await shop.parts.shop.orders.viewByToken(token)
  expect(view).toMatchObject({ status: 'delivered', canCancel: false })
  expect(view?.timeline.at(-1)?.label).toBe('Delivered')

  expect((await post(`${id}/undeliver`)).status).toBe(303)
  expect((await shop.parts.desk.orderDesk.find(id))?.order).toMatchObject({ state: 'shipped', deliveredAt: null })
  expect((await shop.parts.shop.orders.viewByToken(token))?.status).toBe('shipped')
  const log = await shop.rows('select action from audit_log where subject_id = $1 order by id', [id])
  expect(log.map(({ action }) => action)).toEqual(['order.ship', 'order.deliver', 'order.undeliver'])
})

test('marks many as delivered and back, and skips those that have not shipped', async () => {
  const [one, two] = [await shipped(), await shipped()]
  const { id: paid } = await shop.order()
  const { orderBulk } = shop.parts.desk
  const ana = { operatorId: null, actor: 'ana' }
  expect(await orderBulk.move('deliver', [one, two, paid], ana)).toMatchObject({
    done: [one, two],
    skipped: [{ state: 'paid' }],
  })
  expect((await post('bulk/undeliver', { id: one, list: 'delivered' })).status).toBe(303)
  expect((await shop.parts.desk.orderDesk.find(one))?.order.state).toBe('shipped')
  expect((await post('bulk/deliver', { id: one, list: 'shipped' })).status).toBe(303)
  expect((await shop.parts.desk.orderDesk.find(one))?.order.state).toBe('delivered')
})
