import type { MailPayload } from '#server/mail/mails.ts'
import type { MailContent } from './mail-content.ts'

export function ownerAlertMail({ title, subject, detail }: MailPayload<'owner-alert'>): MailContent {
  return {
    subject: `Attention: ${title} (${subject})`,
    preview: detail,
    eyebrow: 'For the owner',
    heading: title,
    blocks: [
      { kind: 'rows', rows: [{ label: 'About', value: subject }] },
      { kind: 'text', text: detail },
    ],
  }
}
