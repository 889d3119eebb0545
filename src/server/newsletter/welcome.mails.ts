import { z } from 'zod'
import { defineMail } from '#server/platform/mail/define-mail.ts'
import { ownNote } from '#server/platform/mail/mail-content.ts'

export const welcomeMail = defineMail({
  name: 'welcome',
  payload: z.object({ discountCode: z.string(), unsubscribeToken: z.string() }),
  unsubscribeToken: ({ unsubscribeToken }) => unsubscribeToken,
  content({ discountCode }, { shop, words }) {
    const { subject, preview, eyebrow, heading, intro, how, button, end, note } = words('mail-welcome').email
    return {
      subject,
      preview,
      eyebrow,
      heading,
      blocks: [
        { kind: 'text', text: intro },
        { kind: 'code', text: discountCode },
        { kind: 'text', text: how },
        // The browser remembers the code, and the checkout applies it.
        { kind: 'button', label: button, url: `${shop.websiteUrl}/?code=${encodeURIComponent(discountCode)}` },
        { kind: 'text', text: end },
        ...ownNote(note),
      ],
    }
  },
})
