import { isSubscribed } from '#server/newsletter/subscribers.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { type OutgoingMail, unsubscribeTokenOf } from '#server/platform/mail/mails.ts'
import type { Env } from './env.ts'

export type DeliverParts = {
  database: Database
  env: Pick<Env, 'shop' | 'mailFrom' | 'smtpUrl' | 'secretKey'>
  /** Takes the mail when there is no mail server. */
  mailbox: Mailer | undefined
}

/** Templates and the SMTP client are loaded with the first mail: a shop that starts has pages to serve first. */
export function createDelivery({ database, env, mailbox }: DeliverParts) {
  let mailer: Mailer | undefined = mailbox

  return async function deliver(mail: OutgoingMail): Promise<'delivered' | 'unwanted'> {
    const token = unsubscribeTokenOf(mail)
    if (token && !(await isSubscribed(database.orm, token))) return 'unwanted'
    const { composeMail } = await import('./compose-mail.tsx')
    const message = composeMail(mail, { shop: env.shop, from: env.mailFrom, secretKey: env.secretKey })
    mailer ??= (await import('#server/platform/mail/smtp.ts')).createSmtpMailer(env.smtpUrl ?? '')
    await mailer.send(message)
    return 'delivered'
  }
}
