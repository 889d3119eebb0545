import { renderToStaticMarkup } from 'react-dom/server'
import type { MailContent, MailFacts } from '#server/platform/mail/mail-content.ts'
import { MailDocument } from '#server/platform/mail/mail-document.tsx'
import { mailText } from '#server/platform/mail/mail-text.ts'
import { type MailMessage, type MailPerson, UnsendableMail } from '#server/platform/mail/mailer.ts'
import {
  isMailTemplate,
  type MailPayload,
  mailPayloads,
  type MailTemplate,
  type OutgoingMail,
  unsubscribeTokenOf,
} from '#server/platform/mail/mails.ts'
import { ownerAlertMail } from './alerts/alerts.mails.ts'
import { welcomeMail } from './newsletter/welcome.mails.ts'
import { deskLinkMail, deskNoticeMail } from './operators/operators.mails.ts'
import {
  cancelledMail,
  delayedMail,
  orderConfirmationMail,
  paymentNotTakenMail,
  paymentPendingMail,
  paymentReturnedMail,
  refundedMail,
  shippedMail,
} from './orders/orders.mails.ts'
import { reviewReceivedMail } from './reviews/reviews.mails.ts'

export type ComposeFacts = MailFacts & { from: MailPerson }

/** Turns a row of the outbox into the mail it stands for; throws UnsendableMail when that cannot be done. */
export function composeMail(
  mail: Pick<OutgoingMail, 'id' | 'template' | 'recipient' | 'payload'>,
  facts: ComposeFacts,
): MailMessage {
  const { shop, from } = facts
  const content = contentOf(mail, facts)
  const token = unsubscribeTokenOf(mail)
  const unsubscribeUrl = token && new URL(`/unsubscribe/${encodeURIComponent(token)}`, shop.websiteUrl).href
  if (unsubscribeUrl && !shop.address) throw new UnsendableMail('SHOP_ADDRESS is not set: marketing mail must carry it')
  const footer = [
    'Bloomera',
    ...(shop.address ? [shop.address] : []),
    `${shop.email} · ${shop.phone}`,
    whyYouGetThis(unsubscribeUrl),
  ]
  return {
    messageId: `<${mail.id}@${new URL(shop.websiteUrl).hostname}>`,
    from,
    to: mail.recipient,
    subject: oneLine(content.subject),
    html: `<!doctype html>${renderToStaticMarkup(<MailDocument content={content} footer={footer} unsubscribeUrl={unsubscribeUrl} />)}`,
    text: mailText(content, [...footer, ...(unsubscribeUrl ? [`Unsubscribe: ${unsubscribeUrl}`] : [])]),
    headers: unsubscribeUrl
      ? // RFC 8058: mail programs unsubscribe with one POST to this address.
        { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : { 'Auto-Submitted': 'auto-generated' },
  }
}

function contentOf({ template, payload }: Pick<OutgoingMail, 'template' | 'payload'>, facts: MailFacts): MailContent {
  if (!isMailTemplate(template)) throw new UnsendableMail(`there is no mail named ${oneLine(template)}`)
  switch (template) {
    case 'welcome':
      return welcomeMail(parsePayload(template, payload), facts)
    case 'order-confirmation':
      return orderConfirmationMail(parsePayload(template, payload), facts)
    case 'payment-pending':
      return paymentPendingMail(parsePayload(template, payload), facts)
    case 'payment-not-taken':
      return paymentNotTakenMail(parsePayload(template, payload), facts)
    case 'shipped':
      return shippedMail(parsePayload(template, payload), facts)
    case 'delayed':
      return delayedMail(parsePayload(template, payload), facts)
    case 'refunded':
      return refundedMail(parsePayload(template, payload), facts)
    case 'cancelled':
      return cancelledMail(parsePayload(template, payload), facts)
    case 'payment-returned':
      return paymentReturnedMail(parsePayload(template, payload), facts)
    case 'owner-alert':
      return ownerAlertMail(parsePayload(template, payload))
    case 'desk-link':
      return deskLinkMail(parsePayload(template, payload), facts)
    case 'desk-notice':
      return deskNoticeMail(parsePayload(template, payload), facts)
    case 'review-received':
      return reviewReceivedMail(parsePayload(template, payload))
  }
}

function parsePayload<T extends MailTemplate>(template: T, payload: unknown) {
  const parsed = mailPayloads[template].safeParse(payload)
  if (!parsed.success) throw new UnsendableMail(`the payload of ${template} is incomplete`)
  // The map gives the schema of this very name; TypeScript does not follow it through the index.
  return parsed.data as MailPayload<T>
}

function whyYouGetThis(unsubscribeUrl: string | undefined): string {
  return unsubscribeUrl
    ? 'You get this because this address was entered on our site.'
    : 'This is no advertising: it is about something at our shop that concerns you.'
}

/** A line break in a header would begin another header. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what must go
  return text.replaceAll(/[\0-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ').slice(0, 200)
}
