import { type Context, Hono } from 'hono'
import { invalidRequest, notFound } from './api-error.ts'
import { answerName } from './books.ts'
import { createPayment } from './create-payment.ts'
import { FAULT_HEADER } from './fault-header.ts'
import { newId } from './ids.ts'
import { jsonBody } from './json-body.ts'
import { pageOf, timeFilter } from './listing.ts'
import type { JsonObject, Payment } from './objects.ts'
import { capture, release } from './payment-changes.ts'
import { checkMoney } from './payment-request.ts'
import { isObject, readFields } from './read-fields.ts'
import type { World } from './world.ts'

export function paymentRoutes(world: World): Hono {
  const { books, idempotency } = world
  const app = new Hono()

  app.post('/', async (c) => {
    const { status, body, fault } = await createPayment(world, await jsonBody(c))
    return Response.json(body, { status, headers: fault ? { [FAULT_HEADER]: fault } : {} })
  })

  app.get('/', (c) => c.json(listPayments(world, c.req.query())))

  app.post('/cancel', async (c) => {
    const fields = readFields(await jsonBody(c))
    const key = fields.text('idempotency_key', { isRequired: true, min: 1, max: 45 }) ?? ''
    fields.finish()
    // Otherwise a charge in progress under this key would happen after its own cancellation.
    await idempotency.settled('payments', key)
    const payment = paymentIn(books.answers.get(answerName('payments', key))?.body)
    const current = payment && books.payments.get(payment.id)
    if (current?.status === 'COMPLETED') throw wrongStatus(current, 'canceled')
    if (current?.status === 'APPROVED') books.write(release(world, current).entries)
    return c.json({})
  })

  app.get('/:id', (c) => c.json({ payment: getPayment(world, c) }))

  app.put('/:id', async (c) => {
    const body = await jsonBody(c)
    const fields = readFields(body)
    const key = fields.text('idempotency_key', { isRequired: true, min: 1, max: 45 }) ?? ''
    fields.finish()
    const id = c.req.param('id')
    const { status, body: answer } = await idempotency.once('update-payment', key, { id, ...body }, () => {
      const payment = updatedPayment(world, getPayment(world, c), body)
      return {
        status: 200,
        body: { payment },
        entries: [{ kind: 'payment', payment }, ...world.webhooks.announce('payment.updated', 'payment', payment)],
        isRepeatable: true,
      }
    })
    return Response.json(answer, { status })
  })

  app.post('/:id/complete', async (c) => {
    const versionToken = readFields(await jsonBody(c)).text('version_token')
    const payment = getPayment(world, c)
    if (versionToken && versionToken !== payment.version_token) {
      throw invalidRequest('VERSION_MISMATCH', 'The payment has changed.', 'version_token')
    }
    if (payment.status !== 'APPROVED') throw wrongStatus(payment, 'completed')
    const { payment: completed, entries } = capture(world, payment)
    books.write(entries)
    return c.json({ payment: completed })
  })

  app.post('/:id/cancel', (c) => {
    const payment = getPayment(world, c)
    if (payment.status !== 'APPROVED') throw wrongStatus(payment, 'canceled')
    const { payment: canceled, entries } = release(world, payment)
    books.write(entries)
    return c.json({ payment: canceled })
  })

  return app
}

function getPayment({ books }: World, c: Context): Payment {
  const id = c.req.param('id') ?? ''
  const payment = books.payments.get(id)
  if (!payment) throw notFound(`Could not find payment with id: ${id}`)
  return payment
}

function paymentIn(body: JsonObject | undefined): { id: string } | undefined {
  return isObject(body?.payment) && typeof body.payment.id === 'string' ? { id: body.payment.id } : undefined
}

function wrongStatus({ id, status }: Payment, wanted: string) {
  return invalidRequest('BAD_REQUEST', `Payment ${id} has status ${status} and cannot be ${wanted}.`)
}

function updatedPayment(world: World, payment: Payment, body: JsonObject): Payment {
  const change = readFields(isObject(body.payment) ? body.payment : {}, 'payment.')
  const amount = change.money('amount_money') ?? payment.amount_money
  const tip = change.money('tip_money') ?? payment.tip_money
  change.finish()
  checkMoney(amount, world.settings)
  if (payment.status !== 'APPROVED') throw wrongStatus(payment, 'updated')
  const total = { amount: amount.amount + (tip?.amount ?? 0), currency: amount.currency }
  return {
    ...payment,
    amount_money: amount,
    ...(tip && { tip_money: tip }),
    total_money: total,
    approved_money: total,
    updated_at: world.clock.stamp(),
    version_token: newId.versionToken(),
  }
}

/** A payment isn't listed at once, because the real list is eventually consistent and callers must wait. */
function listPayments({ books, clock, settings }: World, query: Record<string, string>): JsonObject {
  const isByUpdate = query.sort_field === 'UPDATED_AT'
  const isCreatedInTime = timeFilter(query.begin_time, query.end_time)
  const isUpdatedInTime = timeFilter(query.updated_at_begin_time ?? '1970-01-01', query.updated_at_end_time)
  const listedUntil = clock.now() - settings.timing.listLagMs
  const found = [...books.payments.values()]
    .filter(({ created_at }) => Date.parse(created_at) <= listedUntil)
    .filter((payment) => isCreatedInTime(payment.created_at) && isUpdatedInTime(payment.updated_at))
    .filter(({ location_id }) => location_id === (query.location_id ?? settings.locationId))
    .filter(({ total_money }) => !query.total || total_money.amount === Number(query.total))
    .filter(({ card_details }) => !query.last_4 || card_details?.card.last_4 === query.last_4)
    .filter(({ card_details }) => !query.card_brand || card_details?.card.card_brand === query.card_brand)
    .sort((a, b) => (isByUpdate ? a.updated_at.localeCompare(b.updated_at) : a.created_at.localeCompare(b.created_at)))
  if (query.sort_order !== 'ASC') found.reverse()
  const { items, cursor } = pageOf(found, query)
  return { payments: items, ...(cursor && { cursor }) }
}
