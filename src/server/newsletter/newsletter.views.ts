import type { MailEvent } from '#server/platform/mail/mail-events.ts'

export type FoundSubscriber = {
  id: string
  email: string
  source: string
  consentedAt: Date
  micros: number
  unsubscribedAt: Date | null
  leftBecause: MailEvent['kind'] | null
  discountCode: string
  usedCount: number
}
