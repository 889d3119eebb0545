import { type CallEnd, type CallOutcome, unwatched, type WatchCall } from '#server/platform/watch-call.ts'
import type { ComposeFacts } from './compose-mail.tsx'
import type { Mails } from './define-mail.ts'
import { type Mailer, type OutgoingMail, RejectedMail } from './mailer.ts'
import type { DkimSettings } from './smtp.ts'

export type DeliveryDeps = {
  mails: Mails
  /** Returns false if the recipient has unsubscribed from marketing email. */
  isStillWanted: (unsubscribeToken: string) => Promise<boolean>
  /** The settings at the time of sending. */
  facts: () => ComposeFacts
  smtpUrl: string | undefined
  /** Signs emails if the mail server doesn't. */
  dkim: DkimSettings | undefined
  /** Receives the email if there is no SMTP server. */
  mailbox: Mailer | undefined
  watchCall?: WatchCall | undefined
}

/** The renderer and SMTP client are loaded with the first email to keep startup fast. */
export function createDelivery(deps: DeliveryDeps) {
  const { mails, isStillWanted, facts, smtpUrl, dkim, mailbox, watchCall = unwatched } = deps
  let mailer: Mailer | undefined = mailbox

  return async function deliver(mail: OutgoingMail): Promise<'delivered' | 'unwanted'> {
    const definition = mails.get(mail.template)
    const token = definition?.parse(mail.payload)?.unsubscribeToken
    if (token !== undefined && !(await isStillWanted(token))) return 'unwanted'
    const { composeMail } = await import('./compose-mail.tsx')
    const message = composeMail(mail, definition, facts())
    mailer ??= (await import('./smtp.ts')).createSmtpMailer(smtpUrl ?? '', dkim)
    const sender = mailer
    await watchCall({ provider: 'mail', name: 'send' }, () => sender.send(message), judge)
    return 'delivered'
  }
}

function judge(end: CallEnd<void>): CallOutcome {
  if ('result' in end) return 'ok'
  return end.error instanceof RejectedMail ? 'refused' : 'failed'
}
