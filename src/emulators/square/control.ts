import { Hono } from 'hono'
import { invalidRequest } from './api-error.ts'
import { type Fault, FAULTS } from './faults.ts'
import { jsonBody } from './json-body.ts'
import type { Payment } from './objects.ts'
import type { World } from './world.ts'

/** Controls for tests, at /emulator. Other origins can't use them, because JSON requires a CORS permission. */
export function controlRoutes({ books, clock, faults }: World): Hono {
  const app = new Hono()

  app.use(async (c, next) => {
    if (c.req.method === 'POST' && !c.req.header('content-type')?.startsWith('application/json')) {
      return c.text('Send JSON', 415)
    }
    await next()
  })

  app.get('/faults', (c) => c.json({ faults: faults.list() }))

  app.post('/faults', async (c) => {
    const { fault, count, path, method, delayMs } = await jsonBody(c)
    if (!FAULTS.includes(fault as Fault)) {
      throw invalidRequest('INVALID_VALUE', `Faults are ${FAULTS.join(', ')}.`, 'fault')
    }
    faults.set({
      fault: fault as Fault,
      count: typeof count === 'number' ? count : 1,
      ...(typeof path === 'string' && { path }),
      ...(typeof method === 'string' && { method }),
      ...(typeof delayMs === 'number' && { delayMs }),
    })
    return c.json({ faults: faults.list() })
  })

  app.delete('/faults', (c) => {
    faults.clear()
    return c.json({ faults: [] })
  })

  app.post('/clock', async (c) => {
    const { advanceMs } = await jsonBody(c)
    if (typeof advanceMs !== 'number' || advanceMs < 0) {
      throw invalidRequest('INVALID_VALUE', 'Say by how many milliseconds.', 'advanceMs')
    }
    books.write([{ kind: 'clock', offsetMs: clock.offsetMs() + advanceMs }])
    clock.advance(advanceMs)
    return c.json({ now: clock.stamp() })
  })

  app.get('/ledger', (c) => {
    const payments = [...books.payments.values()]
    return c.json({
      now: clock.stamp(),
      payments,
      refunds: [...books.refunds.values()],
      orders: [...books.orders.values()],
      webhooks: [...books.deliveries.values()],
      ...totalsByReference(payments),
    })
  })

  return app
}

/** The oracle: how often, and with how many cents, each order of the shop was captured and refunded. */
function totalsByReference(payments: Payment[]) {
  const captures: Record<string, number> = {}
  const capturedCents: Record<string, number> = {}
  const refundedCents: Record<string, number> = {}
  for (const { reference_id = '', status, total_money, refunded_money } of payments) {
    if (status !== 'COMPLETED') continue
    captures[reference_id] = (captures[reference_id] ?? 0) + 1
    capturedCents[reference_id] = (capturedCents[reference_id] ?? 0) + total_money.amount
    refundedCents[reference_id] = (refundedCents[reference_id] ?? 0) + (refunded_money?.amount ?? 0)
  }
  return { captures, capturedCents, refundedCents }
}
