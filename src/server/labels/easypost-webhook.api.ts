import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Database } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { methodNotAllowed } from '#server/platform/http/method-not-allowed.ts'
import { MAX_EVENT_BYTES, type ReadUnverified } from '#server/platform/http/read-unverified.ts'
import { isSameSecret } from '#server/platform/http/same-secret.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import { remember } from '#server/platform/remember.ts'
import { lookNow } from './labels.queries.ts'
import { parseJson } from './parse-json.ts'

export type EasyPostWebhookDeps = {
  database: Pick<Database, 'orm'>
  /** The current one first; events signed with others are accepted for a while after the key was changed. */
  secrets: readonly string[]
  /** Without an account, nothing is read. */
  hasAccount: () => Promise<boolean>
  readUnverified: ReadUnverified
  securityHeaders: SecurityHeaders
}

/** Strangers can ask any number of times. */
const ACCOUNT_KNOWN_MS = 5000

const event = z.object({
  description: z.string(),
  result: z.object({ tracking_code: z.string().check(z.regex(/^[\dA-Za-z]{4,60}$/)) }),
})

/** An event only says which package to look up; its content is never trusted, so the order of events doesn't matter. */
export function easyPostWebhook(deps: EasyPostWebhookDeps): Hono {
  const { database, secrets, hasAccount, readUnverified, securityHeaders } = deps
  const { forApi } = securityHeaders
  const account = remember(hasAccount)
  let knownAt = -Infinity

  function isConnected(): Promise<boolean> {
    const now = performance.now()
    if (now - knownAt > ACCOUNT_KNOWN_MS) {
      account.invalidate()
      knownAt = now
    }
    return account.get()
  }

  const app = new Hono()
  app.post('/', async (c) => {
    if (!(await isConnected())) throw new AppError('not_found', 'There is nothing at this address.', 404)
    const body = await readUnverified(c.req.raw, MAX_EVENT_BYTES)
    const given = c.req.header('x-hmac-signature') ?? ''
    const signed = (secret: string) => `hmac-sha256-hex=${createHmac('sha256', secret).update(body).digest('hex')}`
    if (!secrets.some((secret) => isSameSecret(given, signed(secret))))
      throw new AppError('bad_signature', 'The signature is not right.', 401)
    const { data } = event.safeParse(parseJson(body.toString()))
    if (data?.description.startsWith('tracker.')) await lookNow(database.orm, data.result.tracking_code)
    return c.body(null, 200, forApi)
  })
  app.all('/', methodNotAllowed(securityHeaders, 'POST'))
  return app
}
