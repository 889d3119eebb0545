import { z } from 'zod'
import { defineMail } from '#server/platform/mail/define-mail.ts'

export const ownerAlertMail = defineMail({
  name: 'owner-alert',
  payload: z.object({ title: z.string(), subject: z.string(), detail: z.string() }),
  content({ title, subject, detail }) {
    return {
      subject: `Alert: ${title} (${subject})`,
      preview: detail,
      eyebrow: 'Alert',
      heading: title,
      blocks: [
        { kind: 'rows', rows: [{ label: 'About', value: subject }] },
        { kind: 'text', text: detail },
      ],
    }
  },
})
