import type { Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { raiseNotice } from '#server/platform/notices/raise-notice.queries.ts'
import { ownerAlertMail } from './alerts.mails.ts'
import { countAnother, insertAlert, listAlertSubjects } from './alerts.queries.ts'

/** What happened, worded for the owner. */
export const ALERTS = {
  'money-without-order': 'We received a payment without an order',
  'second-payment': 'An order was paid twice. We’re refunding the second payment',
  'wrong-amount': 'A payment didn’t match its order. We’re refunding it',
  'late-payment': 'A payment arrived after its order was closed. We’re refunding it',
  'payment-not-due': 'A payment was no longer asked for. We’re refunding it',
  'odd-answer': 'Square sent an unexpected response',
  'payment-open': 'Square hasn’t told us what became of a payment',
  'payment-refused': 'Square is refusing our requests, so customers can’t pay',
  'refund-refused': 'Square refused a refund',
  'refund-stuck': 'A refund isn’t getting through to Square',
  'event-stuck': 'A message from Square couldn’t be processed',
  'price-not-applied': 'A scheduled price change couldn’t be applied',
  'money-difference': 'Our orders and Square’s payments don’t match',
  'money-check': 'The nightly reconciliation found differences',
  'money-check-failed': 'The nightly reconciliation couldn’t be finished',
  'backup-failed': 'The shop couldn’t be backed up',
  'backup-not-pruned': 'The shop was backed up, but old backups couldn’t be deleted',
  'backup-stale': 'The newest backup is more than 36 hours old',
  'shop-restored': 'The shop was restored from a backup. Some things need to be redone',
  'disk-full': 'The database’s disk is full, so customers can’t pay until you free up space',
  'card-testing': 'Someone is testing stolen cards at your checkout; customers can still pay',
  'square-account': 'Square and the shop’s settings don’t match',
  'checkout-script': 'Something that doesn’t belong at checkout was blocked',
  'checkout-candidate': 'A stricter security policy would block something at checkout',
  'untrusted-proxy': 'The shop isn’t set up for the proxy in front of it',
} as const
export type AlertKind = keyof typeof ALERTS

/** About one payment, order, day or directive: detected repeatedly but raised only once, even after it was seen. */
const ONCE: ReadonlySet<AlertKind> = new Set([
  'money-without-order',
  'second-payment',
  'wrong-amount',
  'late-payment',
  'payment-not-due',
  'money-difference',
  'money-check',
  'checkout-candidate',
  'backup-failed',
  'backup-not-pruned',
  'backup-stale',
])

/** Not about money or customers' cards: these wait for the end of a person's quiet hours. */
const PATIENT: ReadonlySet<AlertKind> = new Set([
  'price-not-applied',
  'backup-failed',
  'backup-not-pruned',
  'backup-stale',
  'shop-restored',
  'checkout-candidate',
  'untrusted-proxy',
])

/** Titles of alerts that count, for counts above one. */
const COUNTED: Partial<Record<AlertKind, (times: number) => string>> = {
  'checkout-script': (times) => `${times} customers’ browsers blocked something at checkout`,
  'checkout-candidate': (times) =>
    `${times} customers’ browsers loaded something at checkout that a stricter security policy would block`,
}

export function alertTitle(kind: AlertKind, times: number): string {
  return (times > 1 && COUNTED[kind]?.(times)) || ALERTS[kind]
}

export type Alert = {
  kind: AlertKind
  /** For example, an order number. The same alert is raised once until the owner has seen it. */
  subject: string
  detail: string
  /** Another occurrence, which increases the count of the unseen alert. */
  isAnother?: boolean
}

export type RaiseAlert = (tx: Orm, alert: Alert) => Promise<void>

/** Returns true if there is an unresolved alert of this kind about this subject, seen or not. */
export async function isRaised(tx: Orm, kind: AlertKind, subject: string): Promise<boolean> {
  return (await listAlertSubjects(tx, { kinds: [kind], subjects: [subject], isOpen: true })).length > 0
}

/** Those of the subjects about which any of these kinds was ever raised. */
export async function findRaised(
  orm: Orm,
  kinds: readonly AlertKind[],
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await listAlertSubjects(orm, { kinds, subjects }))
}

/**
 * Notifies the operators as each has chosen, and by email those recipients who are not operators; both are stored in the
 * same transaction.
 */
export function createRaiseAlert(findOthers: (tx: Orm) => Promise<readonly string[]>): RaiseAlert {
  return async (tx, { isAnother = false, ...alert }) => {
    const id = await insertAlert(tx, { ...alert, isOnce: ONCE.has(alert.kind) })
    if (!id) {
      if (isAnother) await countAnother(tx, alert)
      return
    }
    const payload = { title: ALERTS[alert.kind], subject: alert.subject, detail: alert.detail }
    const notice = { kind: 'alert', ...payload, isUrgent: !PATIENT.has(alert.kind) } as const
    await raiseNotice(tx, { cause: `alert:${id}`, notice })
    for (const recipient of await findOthers(tx))
      await enqueueMail(tx, ownerAlertMail, { cause: `alert:${id}:${recipient}`, recipient, payload })
  }
}
