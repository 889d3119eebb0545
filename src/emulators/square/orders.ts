import { Hono } from 'hono'
import { invalidRequest, notFound } from './api-error.ts'
import type { Outcome } from './idempotency.ts'
import { jsonBody } from './json-body.ts'
import { pageOf, timeFilter } from './listing.ts'
import type { JsonObject, Order } from './objects.ts'
import { newOrder } from './order-object.ts'
import { readOrderRequest } from './order-request.ts'
import { capture, paidOrderEntry } from './payment-changes.ts'
import { isObject, readFields } from './read-fields.ts'
import type { World } from './world.ts'

export function orderRoutes(world: World): Hono {
  const { books, idempotency, settings } = world
  const app = new Hono()

  app.post('/', async (c) => {
    const body = await jsonBody(c)
    const fields = readFields(body)
    const key = fields.text('idempotency_key', { max: 192 })
    fields.finish()
    const request = readOrderRequest(body, settings)
    const create = (): Outcome => {
      const order = newOrder(world, request)
      return { status: 200, body: { order }, entries: [{ kind: 'order', order }], isRepeatable: true }
    }
    if (key) {
      const { status, body: answer } = await idempotency.once('orders', key, body, create)
      return Response.json(answer, { status })
    }
    const { entries, body: answer } = create()
    books.write(entries)
    return c.json(answer)
  })

  app.post('/calculate', async (c) => {
    const { id: _unsaved, ...order } = newOrder(world, readOrderRequest(await jsonBody(c), settings))
    return c.json({ order })
  })

  app.post('/search', async (c) => c.json(searchOrders(world, await jsonBody(c))))

  app.get('/:id', (c) => c.json({ order: getOrder(world, c.req.param('id')) }))

  app.post('/:id/pay', async (c) => {
    const body = await jsonBody(c)
    const id = c.req.param('id')
    const fields = readFields(body)
    const key = fields.text('idempotency_key', { isRequired: true, min: 1, max: 192 }) ?? ''
    fields.finish()
    const { status, body: answer } = await idempotency.once('pay-order', key, { id, ...body }, () =>
      payOrder(world, getOrder(world, id), body),
    )
    return Response.json(answer, { status })
  })

  return app
}

function getOrder({ books }: World, id: string): Order {
  const order = books.orders.get(id)
  if (!order) throw notFound(`Order not found: ${id}`)
  return order
}

/** Completes authorized payments of an order; one that costs nothing is settled with an empty list. */
function payOrder(world: World, order: Order, body: JsonObject): Outcome {
  const ids = Array.isArray(body.payment_ids) ? body.payment_ids.filter((id) => typeof id === 'string') : []
  const payments = ids.map((id) => {
    const payment = world.books.payments.get(id)
    if (!payment) throw notFound(`Could not find payment with id: ${id}`)
    if (payment.status !== 'APPROVED' || payment.order_id !== order.id) {
      throw invalidRequest('BAD_REQUEST', `Payment ${id} cannot pay this order.`, 'payment_ids')
    }
    return payment
  })
  if (order.state !== 'OPEN') throw invalidRequest('BAD_REQUEST', 'The order is not open.')
  const paid = payments.reduce((total, { total_money }) => total + total_money.amount, 0)
  if (paid !== order.net_amount_due_money.amount) {
    throw invalidRequest(
      'BAD_REQUEST',
      'The total of the requested payments does not match the total of the sale order',
      'payment_ids',
    )
  }
  let current = order
  const entries: Outcome['entries'] = []
  for (const payment of payments) {
    const change = capture(world, payment, current)
    entries.push(...change.entries)
    for (const entry of change.entries) if (entry.kind === 'order') current = entry.order
  }
  if (payments.length === 0) {
    const entry = paidOrderEntry(world, order)
    entries.push(entry)
    if (entry.kind === 'order') current = entry.order
  }
  return { status: 200, body: { order: current }, entries, isRepeatable: true }
}

function searchOrders({ books, settings }: World, body: JsonObject): JsonObject {
  const filter = objectIn(objectIn(body, 'query'), 'filter')
  const created = objectIn(objectIn(filter, 'date_time_filter'), 'created_at')
  const states = stringsIn(objectIn(filter, 'state_filter'), 'states')
  const locations = stringsIn(body, 'location_ids')
  const isInTime = timeFilter(textIn(created, 'start_at'), textIn(created, 'end_at'))
  const found = [...books.orders.values()]
    .filter(({ location_id }) => (locations.length > 0 ? locations : [settings.locationId]).includes(location_id))
    .filter(({ state }) => states.length === 0 || states.includes(state))
    .filter(({ created_at }) => isInTime(created_at))
    .sort((a, b) => b.created_at.localeCompare(a.created_at))
  if (textIn(objectIn(objectIn(body, 'query'), 'sort'), 'sort_order') === 'ASC') found.reverse()
  const cursor = textIn(body, 'cursor')
  const page = pageOf(found, {
    ...(cursor && { cursor }),
    ...(typeof body.limit === 'number' && { limit: body.limit }),
  })
  return { orders: page.items, ...(page.cursor && { cursor: page.cursor }) }
}

function objectIn(value: JsonObject, name: string): JsonObject {
  return isObject(value[name]) ? value[name] : {}
}

function textIn(value: JsonObject, name: string): string | undefined {
  return typeof value[name] === 'string' ? value[name] : undefined
}

function stringsIn(value: JsonObject, name: string): string[] {
  return Array.isArray(value[name]) ? value[name].filter((part) => typeof part === 'string') : []
}
