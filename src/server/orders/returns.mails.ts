import { z } from 'zod'
import { defineMail } from '#server/platform/mail/define-mail.ts'
import { plainWords } from '#server/platform/mail/mail-content.ts'

/** How to send items back. The address is the shop's at the time the email is sent. */
export const returnInstructionsMail = defineMail({
  name: 'return-instructions',
  payload: z.object({
    orderNumber: z.string(),
    firstName: z.string(),
    orderPath: z.string().startsWith('/'),
    items: z.array(z.string()).min(1),
  }),
  content(order, { shop }) {
    return {
      subject: `Order ${order.orderNumber}: how to send it back`,
      preview: 'Where to send it, and what to put in the box.',
      eyebrow: `Order ${order.orderNumber}`,
      heading: 'Your return',
      blocks: [
        {
          kind: 'text',
          text: `Hello ${plainWords(order.firstName, 'there')}, here’s how to send your items back.`,
        },
        { kind: 'lines', title: 'What to send back', lines: order.items },
        { kind: 'lines', title: 'Where to send it', lines: [shop.name, shop.address] },
        {
          kind: 'text',
          text: `Put a note with order number ${order.orderNumber} in the box, and keep the receipt from the carrier until you hear from us.`,
        },
        { kind: 'text', text: `Questions? Write to ${shop.email}.` },
        { kind: 'button', label: 'See your order', url: new URL(order.orderPath, shop.websiteUrl).href },
      ],
    }
  },
})
