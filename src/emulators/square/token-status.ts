import { Hono } from 'hono'
import type { Settings } from './options.ts'

/** What a token is valid for, at /oauth2/token/status. A personal access token never expires and has no list of scopes. */
export function tokenStatusRoutes({ applicationId }: Settings): Hono {
  const app = new Hono()
  app.post('/', (c) => c.json({ scopes: [], expires_at: '', client_id: applicationId, merchant_id: 'MLEMULATOR001' }))
  return app
}
