import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Database } from '#server/db/database.ts'
import { insertWebhookEvent } from '#server/db/payments.queries.ts'
import { AppError } from '#server/errors.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import { readLimited } from './read-json.ts'
import { isSameSecret } from './same-secret.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { isStorableJson } from './unprintable.ts'

export type SquareWebhookParts = {
  database: Pick<Database, 'orm'>
  /** As registered with Square, to the letter: it is part of what is signed. */
  url: string
  signatureKey: string
  securityHeaders: SecurityHeaders
}

const MAX_BYTES = 256 * 1024
const event = z.object({ event_id: z.string().check(z.minLength(1), z.maxLength(200)), type: z.string() })

/**
 * Takes what Square reports, stores it and says thanks; the reconciler looks into it. Every event is stored once,
 * however often it comes.
 */
export function squareWebhook({ database, url, signatureKey, securityHeaders }: SquareWebhookParts): Hono {
  const { forApi } = securityHeaders
  const app = new Hono()
  app.post('/', async (c) => {
    const body = Buffer.from(await readLimited(c.req.raw, MAX_BYTES))
    const expected = createHmac('sha256', signatureKey).update(url).update(body).digest('base64')
    if (!isSameSecret(c.req.header('x-square-hmacsha256-signature') ?? '', expected))
      throw new AppError('bad_signature', 'The signature is not right.', 401)
    const content = parseJson(body)
    const parsed = event.safeParse(content)
    if (!parsed.success || !isStorableJson(content)) throw new AppError('invalid_request', 'Invalid request', 400)
    const { event_id: eventId, type } = parsed.data
    await insertWebhookEvent(database.orm, { eventId, type, body: content })
    return c.body(null, 200, forApi)
  })
  app.all('/', methodNotAllowed(securityHeaders, 'POST'))
  return app
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    // Signed, and still not JSON: whoever sent it learns that it is not.
    return undefined
  }
}
