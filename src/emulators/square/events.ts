import { Hono } from 'hono'
import { invalidRequest } from './api-error.ts'
import { jsonBody } from './json-body.ts'
import { pageOf, timeFilter } from './listing.ts'
import type { Delivery } from './objects.ts'
import { isObject } from './read-fields.ts'
import type { World } from './world.ts'

/**
 * The Events API, for finding webhook events afterward. Events are searchable only if they happened while that was
 * enabled. Unlike at Square, there is an event only if a subscription includes it.
 */
export function eventRoutes({ books, clock }: World): Hono {
  const app = new Hono()
  let enabledAt: number | undefined

  app.put('/enable', (c) => {
    enabledAt ??= clock.now()
    return c.json({})
  })

  app.put('/disable', (c) => {
    enabledAt = undefined
    return c.json({})
  })

  app.post('/', async (c) => {
    const { query, cursor, limit } = await jsonBody(c)
    const filter = isObject(query) && isObject(query.filter) ? query.filter : {}
    const types = Array.isArray(filter.event_types) ? filter.event_types : undefined
    const { start_at, end_at } = isObject(filter.created_at) ? filter.created_at : {}
    const isInTime = timeFilter(asText(start_at), asText(end_at))
    const found = uniqueEvents([...books.deliveries.values()])
      .filter(({ createdAt }) => enabledAt !== undefined && createdAt >= enabledAt)
      .filter(({ type, createdAt }) => isInTime(new Date(createdAt).toISOString()) && (types?.includes(type) ?? true))
    const page = pageOf(found, {
      ...(typeof cursor === 'string' && { cursor }),
      ...(typeof limit === 'number' && { limit }),
    })
    return c.json({
      events: page.items.map(({ body }) => JSON.parse(body) as unknown),
      ...(page.cursor && { cursor: page.cursor }),
    })
  })

  return app
}

function asText(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw invalidRequest('INVALID_TIME', 'Expected a time in RFC 3339 format.', 'query.filter.created_at')
}

/** Several subscriptions receive the same event. */
function uniqueEvents(deliveries: Delivery[]): Delivery[] {
  return [...new Map(deliveries.map((delivery) => [delivery.eventId, delivery])).values()]
}
