import { isEmailAddress } from '#contract/email-address.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { MailDefinition } from './define-mail.ts'
import { insertMail } from './outbox.queries.ts'

export type NewMail<Payload> = {
  /** What the mail is about, e.g. 'order-confirmation:<order id>': whoever reports it again adds nothing. */
  cause: string
  recipient: string
  payload: Payload
}

/** Writes a mail in the transaction that causes it; it leaves after the commit. Answers whether it is a new one. */
export async function enqueueMail<Payload>(
  tx: Orm,
  { name, payload: schema }: MailDefinition<Payload>,
  { cause, recipient, payload }: NewMail<Payload>,
): Promise<boolean> {
  if (!isEmailAddress(recipient)) throw new TypeError(`the recipient of ${name} is not an address`)
  return insertMail(tx, { cause, recipient, template: name, payload: schema.parse(payload) })
}
