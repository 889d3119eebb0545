import { renderToStaticMarkup } from 'react-dom/server'
import { sellerLines } from '#domain/business/shop-settings.ts'
import type { AnyMail } from './define-mail.ts'
import type { MailFacts } from './mail-content.ts'
import { MailDocument } from './mail-document.tsx'
import { mailText } from './mail-text.ts'
import { type MailMessage, type MailPerson, type OutgoingMail, UnsendableMail } from './mailer.ts'

export type ComposeFacts = MailFacts & { from: MailPerson; replyTo: string }

/** Renders an outbox row as an email; throws UnsendableMail if it cannot. */
export function composeMail(
  mail: Pick<OutgoingMail, 'id' | 'template' | 'recipient' | 'payload'>,
  definition: AnyMail | undefined,
  facts: ComposeFacts,
): MailMessage {
  const { shop, from, replyTo } = facts
  if (!definition) throw new UnsendableMail(`no email template named ${oneLine(mail.template)}`)
  const parsed = definition.parse(mail.payload)
  if (!parsed) throw new UnsendableMail(`the payload of ${mail.template} is incomplete`)
  const content = parsed.content(facts)
  const token = parsed.unsubscribeToken
  const unsubscribeUrl = token && new URL(`/unsubscribe/${encodeURIComponent(token)}`, shop.websiteUrl).href
  if (unsubscribeUrl && !shop.address)
    throw new UnsendableMail('the business has no postal address: marketing email must carry one')
  const footer = [...sellerLines(shop), whyYouGetThis(unsubscribeUrl)]
  return {
    messageId: `<${mail.id}@${new URL(shop.websiteUrl).hostname}>`,
    from,
    ...(replyTo !== from.address && { replyTo }),
    to: mail.recipient,
    subject: oneLine(content.subject),
    html: `<!doctype html>${renderToStaticMarkup(<MailDocument content={content} footer={footer} unsubscribeUrl={unsubscribeUrl} />)}`,
    text: mailText(content, [...footer, ...(unsubscribeUrl ? [`Unsubscribe: ${unsubscribeUrl}`] : [])]),
    headers: unsubscribeUrl
      ? // RFC 8058 one-click unsubscribe: mail clients send a POST to this URL.
        { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : { 'Auto-Submitted': 'auto-generated' },
  }
}

function whyYouGetThis(unsubscribeUrl: string | undefined): string {
  return unsubscribeUrl
    ? 'You get this because this address was entered on our site.'
    : 'You’re receiving this because it’s about your order, review or account at our shop.'
}

/** Prevents header injection through line breaks. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- removes control characters
  return text.replaceAll(/[\0-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ').slice(0, 200)
}
