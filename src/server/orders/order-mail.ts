import { z } from 'zod'
import { fillPlaceholders } from '#domain/texts/placeholders.ts'
import { type MailBlock, type MailFacts, plainWords } from '#server/platform/mail/mail-content.ts'

export const cents = z.int().min(0)

/** What every email about an order says. */
export const orderPayload = z.object({
  orderNumber: z.string(),
  firstName: z.string(),
  /** The buyer's page of this order, for example '/order/<token>'. */
  orderPath: z.string().startsWith('/').optional(),
})
type OrderMail = z.infer<typeof orderPayload>

/** Fills in what every text about an order may name, and what this one may. */
export function filler(order: OrderMail, more: Readonly<Record<string, string>> = {}): (text: string) => string {
  const values = { order: order.orderNumber, name: nameOf(order), ...more }
  return (text) => fillPlaceholders(text, values)
}

export function nameOf({ firstName }: OrderMail): string {
  return plainWords(firstName, 'there')
}

export function orderLink({ orderPath }: OrderMail, { shop }: MailFacts): MailBlock[] {
  return orderPath ? [{ kind: 'button', label: 'See your order', url: new URL(orderPath, shop.websiteUrl).href }] : []
}
