import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { auth } from 'hono/utils/basic-auth'
import type { Logger } from 'pino'
import { z } from 'zod'
import { foldEmail } from '#domain/text/fold-email.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { AppError, invalidRequest } from '#server/platform/errors.ts'
import { isStorableJson } from '#server/platform/http/control-characters.ts'
import { methodNotAllowed } from '#server/platform/http/method-not-allowed.ts'
import { parseJson, readLimited } from '#server/platform/http/read-json.ts'
import { MAX_EVENT_BYTES, type ReadUnverified } from '#server/platform/http/read-unverified.ts'
import { isSameSecret } from '#server/platform/http/same-secret.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import { takeMailEventToken } from '#server/platform/mail/mail-event-tokens.queries.ts'
import { type MailEvent, readMailEvents } from '#server/platform/mail/mail-events.ts'
import { markMailBounced } from '#server/platform/mail/outbox.queries.ts'
import { leaveByEmail } from './subscribers.queries.ts'
import { welcomeMail } from './welcome.mails.ts'

export type MailEventsDeps = {
  database: Pick<Database, 'orm'>
  /** Without it nothing is taken. */
  secret: string | undefined
  /** Called in the transaction in which an email turns out not to have arrived. */
  onDead: (tx: Orm, mail: { template: string }) => Promise<void>
  /** Called for each event that was taken. */
  count: (kind: MailEvent['kind']) => void
  readUnverified: ReadUnverified
  securityHeaders: SecurityHeaders
  log: Logger
}

/** SendGrid collects up to 768 KB of events. Mailgun, whose signature is inside, sends one at a time. */
const MAX_BYTES = 1024 * 1024

/** Mailgun repeats an event for eight hours. */
const MAX_SIGNED_AGE_MS = 12 * 60 * 60 * 1000

/** Bounces and complaints as the mail provider reports them: Postmark, SendGrid or Mailgun. */
export function mailEvents(deps: MailEventsDeps): Hono {
  const { database, secret, onDead, count, readUnverified, securityHeaders, log } = deps
  const app = new Hono()
  app.post('/', async (c) => {
    if (secret === undefined) throw new AppError('not_found', 'There is nothing at this address.', 404)
    // Of `https://anything:secret@…`, as the address is given to the provider.
    const hasPassword = isSameSecret(auth(c.req.raw)?.password ?? '', secret)
    const { raw } = c.req
    const body = parseJson(await (hasPassword ? readLimited(raw, MAX_BYTES) : readUnverified(raw, MAX_EVENT_BYTES)))
    const token = hasPassword ? undefined : tokenSignedByMailgun(body, secret, Date.now())
    if (!hasPassword && token === undefined)
      throw new AppError('bad_signature', 'The password or signature is not right.', 401)
    if (!isStorableJson(body)) throw invalidRequest()
    const events = readMailEvents(body)
    if (token === undefined) for (const event of events) await takeEvents([event])
    else await takeEvents(events, token)
    return c.body(null, 200, securityHeaders.forApi)
  })
  app.all('/', methodNotAllowed(securityHeaders, 'POST'))
  return app

  /** Stores either all of them and the token, or nothing. A token that was used before changes nothing. */
  async function takeEvents(events: MailEvent[], token?: string): Promise<void> {
    const isNew = await database.orm.transaction(async (tx) => {
      if (token !== undefined && !(await takeMailEventToken(tx, token))) return false
      for (const event of events) await takeEvent(tx, event)
      return true
    })
    if (!isNew) return log.info('mail event already processed; ignored')
    for (const { kind } of events) {
      count(kind)
      log.info({ kind }, 'mail event processed')
    }
  }

  /** The same event changes nothing when it is sent again. */
  async function takeEvent(tx: Orm, { kind, recipient, messageId, reason }: MailEvent): Promise<void> {
    await leaveByEmail(tx, foldEmail(recipient), kind)
    if (kind === 'complained') return
    // The newsletter stops automatically; there's nothing for the owner to do.
    const lastError = reason ? `It came back: ${reason}` : 'It came back.'
    const mail = await markMailBounced(tx, { recipient, messageId, except: welcomeMail.name }, lastError)
    if (mail) await onDead(tx, mail)
  }
}

const signedByMailgun = z.object({
  signature: z.object({
    timestamp: z.string().regex(/^\d{1,12}$/),
    token: z.string().min(1).max(200),
    signature: z.string().max(200),
  }),
})

/**
 * The token of a recent signature. It covers only the time and the token, so it must not be accepted twice: anyone who
 * has seen one could send any event with it.
 */
function tokenSignedByMailgun(body: unknown, secret: string, now: number): string | undefined {
  const { data } = signedByMailgun.safeParse(body)
  if (!data) return undefined
  const { timestamp, token, signature } = data.signature
  const expected = createHmac('sha256', secret)
    .update(timestamp + token)
    .digest('hex')
  const isRecent = Math.abs(now - Number(timestamp) * 1000) < MAX_SIGNED_AGE_MS
  return isRecent && isSameSecret(signature, expected) ? token : undefined
}
