import type { MailContent } from '#server/platform/mail/mail-content.ts'
import type { MailPayload } from '#server/platform/mail/mails.ts'

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
