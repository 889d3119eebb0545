const DAY_MS = 24 * 60 * 60 * 1000

export type RetentionRule = { keptDays: number; why: string }

/**
 * How long rows are kept that accumulate with time or traffic, counted from when they were last needed. Anything not
 * listed is kept: orders, payments and refunds are the books, the audit log is evidence, and dead letters of the
 * payment queues wait for the owner.
 */
export const RETENTION = {
  'settled-mails': {
    keptDays: 180,
    why: 'A card payment can be disputed for 120 days; until then the desk shows what was sent and can send it again. The cause of a mail stays, so that it never goes out twice.',
  },
  'dead-mails': {
    keptDays: 365,
    why: 'The owner had a year to send it again; the address in it may be a stranger’s typo.',
  },
  'settled-webhook-events': {
    keptDays: 90,
    why: 'The provider repeats an event for a day. Its body only says where to look, and the payment or refund has its own row.',
  },
  'label-images': {
    keptDays: 60,
    why: 'A label that was not used in 30 days can’t be, nor refunded; the picture has an address on it. What was paid stays.',
  },
  'failed-uploads': { keptDays: 7, why: 'The product’s screen has said for a week why a picture could not be used.' },
  'sent-notices': { keptDays: 30, why: 'A notice is news for a day; a month shows whether it was sent.' },
  'form-keys': { keptDays: 7, why: 'A form that was left open for a week is not sent anymore.' },
  'mail-event-tokens': { keptDays: 1, why: 'What Mailgun signed is refused after twelve hours.' },
  'payment-tries': { keptDays: 1, why: 'Failures count for an hour, and checkout tickets expire sooner.' },
  'throttle-buckets': { keptDays: 0, why: 'A bucket that is full again says nothing about its sender.' },
  'process-notes': { keptDays: 0, why: 'Every process has read it within minutes, or starts afresh.' },
  'settled-purges': { keptDays: 1, why: 'Every process has seen by its clock what the CDN was told then.' },
  'sign-in-failures': { keptDays: 1, why: 'Failures older than a day no longer slow down a sign-in.' },
  'ended-sessions': { keptDays: 0, why: 'An ended session lets nobody in, and holds an IP address.' },
  'expired-links': { keptDays: 0, why: 'An expired sign-in link opens nothing.' },
  'expired-challenges': { keptDays: 0, why: 'An expired passkey challenge cannot be answered.' },
  'unused-devices': { keptDays: 365, why: 'A browser that was not used for a year is a stranger again.' },
} as const satisfies Record<string, RetentionRule>

export type RetainedKind = keyof typeof RETENTION

export function retentionMs(kind: RetainedKind): number {
  return RETENTION[kind].keptDays * DAY_MS
}
