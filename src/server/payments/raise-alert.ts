import type { Orm } from '#server/db/database.ts'
import { insertAlert } from '#server/db/payments.queries.ts'
import { enqueueMail } from '#server/mail/outbox.ts'

/** What happened, in the words the owner reads. */
export const ALERTS = {
  'money-without-order': 'A payment came in for an order we do not have',
  'second-payment': 'An order was paid twice; please refund the second payment',
  'wrong-amount': 'A payment has another amount than its order; it goes back',
  'late-payment': 'A payment arrived after its order was closed and goes back',
  'odd-answer': 'The payment provider gave an answer that should not be possible',
  'payment-refused': 'The payment provider refuses our requests; nobody can pay',
  'refund-refused': 'A refund was refused by the payment provider',
  'money-check': 'The nightly money check found differences',
  'card-testing': 'Somebody is trying out cards; payments are paused',
  'checkout-script': 'Something was blocked in the checkout that does not belong there',
  'untrusted-proxy': 'The shop does not know about the proxy in front of it',
} as const
export type AlertKind = keyof typeof ALERTS

export type Alert = {
  kind: AlertKind
  /** An order number, say: the same alert is raised once until the owner has seen it. */
  subject: string
  detail: string
}

export type RaiseAlert = (tx: Orm, alert: Alert) => Promise<void>

/** Tells the owner: at the desk, and by mail through the outbox of the same transaction. */
export function createRaiseAlert(ownerEmail: string): RaiseAlert {
  return async (tx, alert) => {
    const id = await insertAlert(tx, alert)
    if (!id) return
    await enqueueMail(tx, {
      cause: `alert:${id}`,
      template: 'owner-alert',
      recipient: ownerEmail,
      payload: { title: ALERTS[alert.kind], subject: alert.subject, detail: alert.detail },
    })
  }
}
