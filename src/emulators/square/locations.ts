import { Hono } from 'hono'
import { notFound } from './api-error.ts'
import type { Settings } from './options.ts'

export function locationRoutes({ locationId, currency }: Settings): Hono {
  const location = {
    id: locationId,
    name: 'Bloomera',
    business_name: 'Bloomera',
    address: { locality: 'Salt Lake City', administrative_district_level_1: 'UT', postal_code: '84101', country: 'US' },
    timezone: 'America/Denver',
    capabilities: ['CREDIT_CARD_PROCESSING', 'AUTOMATIC_TRANSFERS'],
    status: 'ACTIVE',
    created_at: '2026-01-01T00:00:00Z',
    merchant_id: 'MLEMULATOR001',
    country: 'US',
    language_code: 'en-US',
    currency,
    type: 'PHYSICAL',
  }
  const app = new Hono()
  app.get('/', (c) => c.json({ locations: [location] }))
  app.get('/:id', (c) => {
    const id = c.req.param('id')
    if (id !== locationId && id !== 'main') throw notFound(`Location ${id} not found.`)
    return c.json({ location })
  })
  return app
}
