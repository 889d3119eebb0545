import { z } from 'zod'
import { defineMail } from '#server/platform/mail/define-mail.ts'

/** For an operator who chose to get this kind of notice by email. */
export const shopNoticeMail = defineMail({
  name: 'shop-notice',
  payload: z.object({
    title: z.string(),
    body: z.string(),
    rows: z.array(z.object({ label: z.string(), value: z.string() })),
    /** Below the website's address. */
    path: z.string().startsWith('/admin'),
  }),
  content({ title, body, rows, path }, { shop }) {
    return {
      subject: `${title}: ${body}`,
      preview: body,
      eyebrow: 'The desk',
      heading: title,
      blocks: [
        { kind: 'text', text: body },
        ...(rows.length > 0 ? [{ kind: 'rows' as const, rows }] : []),
        { kind: 'button', label: 'Open the desk', url: new URL(path, shop.websiteUrl).href },
        { kind: 'text', text: 'You chose to get these emails under Account, Notifications.' },
      ],
    }
  },
})
