export type MailPerson = { name: string; address: string }

export type MailMessage = {
  /** The same for every try, so that a mail that did arrive twice is recognised as one. */
  messageId: string
  from: MailPerson
  to: string
  subject: string
  html: string
  text: string
  headers: Record<string, string>
}

/** Takes one mail to where it is read, or throws. */
export interface Mailer {
  send(message: MailMessage): Promise<void>
}

/** A mail that no number of tries will make good: the owner must change something first. */
export class UnsendableMail extends Error {
  override name = 'UnsendableMail'
}

/** The receiving server said "never" to this mail or this address. */
export class RejectedMail extends Error {
  override name = 'RejectedMail'
}

/** A row of the outbox on its way out. */
export type OutgoingMail = { id: string; template: string; recipient: string; payload: unknown; attempts: number }
