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
import { isSameSecret } from '#server/platform/http/same-secret.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
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
  securityHeaders: SecurityHeaders
  log: Logger
}

/** SendGrid collects up to 768 KB of events. Mailgun, whose signature is inside, sends one at a time. */
const MAX_BYTES = 1024 * 1024
const MAX_SIGNED_BYTES = 64 * 1024

/** Bounces and complaints as the mail provider reports them: Postmark, SendGrid or Mailgun. */
export function mailEvents({ database, secret, onDead, count, securityHeaders, log }: MailEventsDeps): Hono {
  const app = new Hono()
  app.post('/', async (c) => {
    if (secret === undefined) throw new AppError('not_found', 'There is nothing at this address.', 404)
    // Of `https://anything:secret@…`, as the address is given to the provider.
    const hasPassword = isSameSecret(auth(c.req.raw)?.password ?? '', secret)
    const body = parseJson(await readLimited(c.req.raw, hasPassword ? MAX_BYTES : MAX_SIGNED_BYTES))
    if (!hasPassword && !isSignedByMailgun(body, secret))
      throw new AppError('bad_signature', 'The password or signature is not right.', 401)
    if (!isStorableJson(body)) throw invalidRequest()
    for (const event of readMailEvents(body)) {
      await database.orm.transaction((tx) => takeEvent(tx, event))
      count(event.kind)
      log.info({ kind: event.kind }, 'mail event handled')
    }
    return c.body(null, 200, securityHeaders.forApi)
  })
  app.all('/', methodNotAllowed(securityHeaders, 'POST'))
  return app

  /** The same event changes nothing when it is sent again. */
  async function takeEvent(tx: Orm, { kind, recipient, messageId, reason }: MailEvent): Promise<void> {
    await leaveByEmail(tx, foldEmail(recipient), kind)
    if (kind === 'complained') return
    // The newsletter stops by itself; the owner has nothing to do.
    const lastError = reason ? `It came back: ${reason}` : 'It came back.'
    const mail = await markMailBounced(tx, { recipient, messageId, except: welcomeMail.name }, lastError)
    if (mail) await onDead(tx, mail)
  }
}

const signedByMailgun = z.object({
  signature: z.object({ timestamp: z.string().max(100), token: z.string().max(200), signature: z.string().max(200) }),
})

function isSignedByMailgun(body: unknown, secret: string): boolean {
  const { data } = signedByMailgun.safeParse(body)
  if (!data) return false
  const { timestamp, token, signature } = data.signature
  return isSameSecret(
    signature,
    createHmac('sha256', secret)
      .update(timestamp + token)
      .digest('hex'),
  )
}
