import { z } from 'zod'
import { defineMail } from '#server/platform/mail/define-mail.ts'
import { plainWords } from '#server/platform/mail/mail-content.ts'

export const reviewReceivedMail = defineMail({
  name: 'review-received',
  payload: z.object({ reviewerName: z.string(), productName: z.string().nullable() }),
  content({ reviewerName, productName }) {
    const subject = productName ? `your review of ${productName}` : 'your words about us'
    return {
      subject: `We have ${subject}`,
      preview: 'It appears once we have read it.',
      eyebrow: 'Your review',
      heading: `Thank you, ${plainWords(reviewerName, 'and welcome')}`,
      blocks: [
        { kind: 'text', text: `We have ${subject}. A person reads every review before it appears.` },
        {
          kind: 'text',
          text: 'We publish praise and criticism alike. Only spam, abuse, and other people’s personal data stay out. Your email address is never shown.',
        },
      ],
    }
  },
})
