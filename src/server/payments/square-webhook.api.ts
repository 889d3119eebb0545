import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Database } from '#server/platform/db/database.ts'
import { AppError, invalidRequest } from '#server/platform/errors.ts'
import { isStorableJson } from '#server/platform/http/control-characters.ts'
import { methodNotAllowed } from '#server/platform/http/method-not-allowed.ts'
import { MAX_EVENT_BYTES, type ReadUnverified } from '#server/platform/http/read-unverified.ts'
import { isSameSecret } from '#server/platform/http/same-secret.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import { insertWebhookEvent } from './webhook-events.queries.ts'

export type SquareWebhookDeps = {
  database: Pick<Database, 'orm'>
  /** Exactly as registered with Square, because it is part of the signed text. */
  url: string
  signatureKey: string
  readUnverified: ReadUnverified
  securityHeaders: SecurityHeaders
}

const printable = z.string().check(z.regex(/^[\x20-\x7e]{1,200}$/))
const event = z.object({ event_id: printable, type: printable })
/** Only the subject is stored: the rest of an event is never trusted and contains personal data. */
const about = z.object({ data: z.object({ type: printable, id: printable }) })

/**
 * Receives Square's webhooks, stores the subject to look up, and acknowledges; a worker processes it. Every event is
 * stored once, however often it is sent.
 */
export function squareWebhook(deps: SquareWebhookDeps): Hono {
  const { database, url, signatureKey, readUnverified, securityHeaders } = deps
  const { forApi } = securityHeaders
  const app = new Hono()
  app.post('/', async (c) => {
    const body = await readUnverified(c.req.raw, MAX_EVENT_BYTES)
    const expected = createHmac('sha256', signatureKey).update(url).update(body).digest('base64')
    if (!isSameSecret(c.req.header('x-square-hmacsha256-signature') ?? '', expected))
      throw new AppError('bad_signature', 'The signature is not right.', 401)
    const sent = parseJson(body)
    const parsed = event.safeParse(sent)
    if (!parsed.success || !isStorableJson(sent)) throw invalidRequest()
    const { event_id: eventId, type } = parsed.data
    await insertWebhookEvent(database.orm, { eventId, type, body: about.safeParse(sent).data ?? {} })
    return c.body(null, 200, forApi)
  })
  app.all('/', methodNotAllowed(securityHeaders, 'POST'))
  return app
}

/** Undefined if it is not JSON or contains NUL, which Square never sends. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString(), (key, value: unknown) => {
      if (key.includes('\0') || (typeof value === 'string' && value.includes('\0'))) throw new SyntaxError('NUL')
      return value
    })
  } catch {
    // Signed but unreadable: the sender gets a 400.
    return undefined
  }
}
