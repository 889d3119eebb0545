export type MailPerson = { name: string; address: string }

export type MailMessage = {
  /** The same for every attempt, so that duplicates are recognized. */
  messageId: string
  from: MailPerson
  /** Set if replies should go to an address other than the sender's. */
  replyTo?: string
  to: string
  subject: string
  html: string
  text: string
  headers: Record<string, string>
}

/** Delivers one email, or throws. */
export interface Mailer {
  send(message: MailMessage): Promise<void>
}

/** An email that no retry can fix: the owner must change something first. */
export class UnsendableMail extends Error {
  override name = 'UnsendableMail'
}

/** The receiving server permanently rejected the email or its recipient. */
export class RejectedMail extends Error {
  override name = 'RejectedMail'
}

/** An outbox row that is being sent. */
export type OutgoingMail = {
  id: string
  template: string
  recipient: string
  payload: unknown
  attempts: number
  traceparent?: string | null
}
