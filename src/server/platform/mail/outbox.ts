import { isEmailAddress } from '#contract/email-address.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { MailDefinition } from './define-mail.ts'
import { insertMail } from './outbox.queries.ts'

export type NewMail<Payload> = {
  /** Idempotency key, for example 'order-confirmation:<order id>': a second email with the same cause is ignored. */
  cause: string
  recipient: string
  payload: Payload
}

/**
 * Transactional outbox: the email is stored in the caller's transaction and sent after it commits. Returns true if it
 * is new.
 */
export async function enqueueMail<Payload>(
  tx: Orm,
  { name, payload: schema }: MailDefinition<Payload>,
  { cause, recipient, payload }: NewMail<Payload>,
): Promise<boolean> {
  if (!isEmailAddress(recipient)) throw new TypeError(`the recipient of ${name} is not an address`)
  return insertMail(tx, { cause, recipient, template: name, payload: schema.parse(payload) })
}
