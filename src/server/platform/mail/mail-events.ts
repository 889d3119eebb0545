import { z } from 'zod'

/** What a mail provider says about an email it had accepted. */
export type MailEvent = {
  kind: 'bounced' | 'complained'
  recipient: string
  /** Ours, where the provider passes it on. */
  messageId: string | undefined
  reason: string
}

const text = z.string().max(2000)
const words = z.string().transform((reason) => reason.slice(0, 300))

/** `Inactive`: the provider no longer sends to this address. A mailbox that's full today doesn't count. */
const postmark = z.union([
  z
    .object({ RecordType: z.literal('Bounce'), Inactive: z.literal(true), Email: text, Description: words.optional() })
    .transform(({ Email, Description }) => [event('bounced', Email, undefined, Description)]),
  z
    .object({ RecordType: z.literal('SpamComplaint'), Email: text })
    .transform(({ Email }) => [event('complained', Email, undefined)]),
])

/** "blocked" is a refusal that may pass. */
const sendgridEvent = z.union([
  z
    .object({
      event: z.literal('bounce'),
      type: z.literal('bounce').optional(),
      email: text,
      'smtp-id': text.optional(),
      reason: words.optional(),
    })
    .transform(({ email, 'smtp-id': id, reason }) => event('bounced', email, id, reason)),
  z
    .object({ event: z.literal('spamreport'), email: text, 'smtp-id': text.optional() })
    .transform(({ email, 'smtp-id': id }) => event('complained', email, id)),
])
const sendgrid = z
  .array(z.union([sendgridEvent, z.unknown().transform(() => undefined)]))
  .transform((events) => events.filter((found) => found !== undefined))

const mailgunMessage = z.object({ headers: z.object({ 'message-id': text.optional() }) }).optional()
const mailgun = z
  .object({
    'event-data': z.union([
      z
        .object({
          event: z.literal('failed'),
          severity: z.literal('permanent'),
          recipient: text,
          message: mailgunMessage,
          'delivery-status': z.object({ message: words.optional() }).optional(),
        })
        .transform(({ recipient, message, 'delivery-status': status }) => [
          event('bounced', recipient, message?.headers['message-id'], status?.message),
        ]),
      z
        .object({ event: z.literal('complained'), recipient: text, message: mailgunMessage })
        .transform(({ recipient, message }) => [event('complained', recipient, message?.headers['message-id'])]),
    ]),
  })
  .transform((body) => body['event-data'])

const anyProvider = z.union([sendgrid, postmark, mailgun])

function event(kind: MailEvent['kind'], recipient: string, messageId: string | undefined, reason = ''): MailEvent {
  return { kind, recipient, messageId, reason }
}

/** Permanent bounces and complaints. Other reports are ignored. */
export function readMailEvents(body: unknown): MailEvent[] {
  return anyProvider.safeParse(body).data ?? []
}
