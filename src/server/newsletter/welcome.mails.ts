import { z } from 'zod'
import { defineMail } from '#server/platform/mail/define-mail.ts'

export const welcomeMail = defineMail({
  name: 'welcome',
  payload: z.object({ discountCode: z.string(), unsubscribeToken: z.string() }),
  unsubscribeToken: ({ unsubscribeToken }) => unsubscribeToken,
  content({ discountCode }, { shop }) {
    return {
      subject: 'Your ten percent for a first drop',
      preview: 'The code you asked for, good for one first order.',
      eyebrow: 'Welcome',
      heading: 'Ten percent for a first drop',
      blocks: [
        { kind: 'text', text: 'Thank you for joining. This is the code you asked for:' },
        { kind: 'code', text: discountCode },
        {
          kind: 'text',
          text: 'Enter it at checkout, exactly as it is written, with this email address. It takes ten percent off your first order, once.',
        },
        { kind: 'button', label: 'See the oils', url: shop.websiteUrl },
        { kind: 'text', text: 'From us you will hear now and then: new harvests, how to use them, nothing loud.' },
      ],
    }
  },
})
