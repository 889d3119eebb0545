import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Database } from '#server/platform/db/database.ts'
import { AppError, invalidRequest } from '#server/platform/errors.ts'
import { isStorableJson } from '#server/platform/http/control-characters.ts'
import { methodNotAllowed } from '#server/platform/http/method-not-allowed.ts'
import { readLimited } from '#server/platform/http/read-json.ts'
import { isSameSecret } from '#server/platform/http/same-secret.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import { insertWebhookEvent } from './webhook-events.queries.ts'

export type SquareWebhookDeps = {
  database: Pick<Database, 'orm'>
  /** As registered with Square, to the letter: it is part of what is signed. */
  url: string
  signatureKey: string
  securityHeaders: SecurityHeaders
}

const MAX_BYTES = 256 * 1024
const printable = z.string().check(z.regex(/^[\x20-\x7e]{1,200}$/))
const event = z.object({ event_id: printable, type: printable })
/** What the event is about is all that is stored: what it says is never believed, and it names the buyer. */
const about = z.object({ data: z.object({ type: printable, id: printable }) })

/**
 * Takes what Square reports, stores where to look and says thanks; a worker looks into it. Every event is stored once,
 * however often it comes.
 */
export function squareWebhook({ database, url, signatureKey, securityHeaders }: SquareWebhookDeps): Hono {
  const { forApi } = securityHeaders
  const app = new Hono()
  app.post('/', async (c) => {
    const body = Buffer.from(await readLimited(c.req.raw, MAX_BYTES))
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

/** Undefined when it is not JSON, or holds NUL, which no text of Square's does. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString(), (key, value: unknown) => {
      if (key.includes('\0') || (typeof value === 'string' && value.includes('\0'))) throw new SyntaxError('NUL')
      return value
    })
  } catch {
    // Signed, and still not readable: whoever sent it learns that it is not.
    return undefined
  }
}
