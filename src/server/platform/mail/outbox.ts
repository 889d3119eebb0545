import { isEmailAddress } from '#contract/email-address.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { type MailPayload, mailPayloads, type MailTemplate } from './mails.ts'
import { insertMail } from './outbox.queries.ts'

export type NewMail<T extends MailTemplate> = {
  /** What the mail is about, e.g. 'order-confirmation:<order id>': whoever reports it again adds nothing. */
  cause: string
  template: T
  recipient: string
  payload: MailPayload<T>
}

/** Writes a mail in the transaction that causes it; it leaves after the commit. Answers whether it is a new one. */
export async function enqueueMail<T extends MailTemplate>(tx: Orm, mail: NewMail<T>): Promise<boolean> {
  if (!isEmailAddress(mail.recipient)) throw new TypeError(`the recipient of ${mail.template} is not an address`)
  return insertMail(tx, { ...mail, payload: mailPayloads[mail.template].parse(mail.payload) })
}
