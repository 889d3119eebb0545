import { Hono } from 'hono'
import type { Books } from './books.ts'
import { TRACKER_STATUSES, type TrackerStatus } from './objects.ts'
import { announce } from './webhooks.ts'

export const FAULTS = ['down', 'price-up', 'no-money', 'answer-lost', 'no-image', 'webhook-lost'] as const
export type Fault = (typeof FAULTS)[number]

/** Controls for tests. A page of another origin can't use them, because JSON requires a CORS permission. */
export function controlRoutes(books: Books, faults: Map<Fault, number>): Hono {
  const app = new Hono()

  app.use(async (c, next) => {
    if (c.req.method === 'POST' && !c.req.header('content-type')?.startsWith('application/json'))
      return c.text('Send JSON', 415)
    await next()
  })

  app.get('/ledger', (c) =>
    c.json({
      shipments: [...books.shipments.values()],
      purchases: books.purchases,
      rateRequests: books.rateRequests,
      webhooks: books.webhooks.size,
    }),
  )

  app.post('/faults', async (c) => {
    const { fault, count = 1 } = (await c.req.json()) as { fault?: Fault; count?: number }
    if (!fault || !FAULTS.includes(fault)) return c.text(`Faults are ${FAULTS.join(', ')}.`, 422)
    faults.set(fault, count)
    return c.json({ faults: Object.fromEntries(faults) })
  })

  /** What happens to a package: `{"tracking_code": "9400…", "status": "delivered"}`. */
  app.post('/packages', async (c) => {
    const sent = (await c.req.json()) as { tracking_code?: string; status?: TrackerStatus; at?: string }
    const { tracking_code: code, status, at = new Date().toISOString() } = sent
    const tracker = [...books.shipments.values()].find(({ tracking_code }) => tracking_code === code)?.tracker
    if (!tracker || !status || !TRACKER_STATUSES.includes(status)) return c.text('No such package or status', 422)
    tracker.status = status
    tracker.updated_at = at
    tracker.tracking_details.push({ object: 'TrackingDetail', status, message: status, datetime: at })
    books.save()
    const lost = faults.get('webhook-lost') ?? 0
    if (lost > 0) faults.set('webhook-lost', lost - 1)
    return c.json({ webhooks: lost > 0 ? [] : await announce(books, tracker) })
  })

  return app
}
