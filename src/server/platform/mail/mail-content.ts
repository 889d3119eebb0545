import type { ShopFacts } from '#contract/shop-facts.ts'

/** What a mail says, once: the HTML and its text twin are both drawn from this, so they cannot say different things. */
export type MailContent = {
  subject: string
  /** What inboxes show beside the subject. */
  preview: string
  eyebrow: string
  heading: string
  blocks: MailBlock[]
}

export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'button'; label: string; url: string }
  /** Left and right, as on a receipt; the last one may be the sum. */
  | { kind: 'rows'; rows: { label: string; value: string; isSum?: boolean }[] }
  | { kind: 'lines'; title: string; lines: string[] }

export type MailFacts = {
  shop: ShopFacts
  /** Signs what only the reader of an email may know. */
  secretKey: string
}

/**
 * Somebody else's words in our mail: on one line, and without anything a mail program would turn into a link. A shop
 * that greets "Win at evil.example" sends spam in its own name.
 */
export function plainWords(text: string, fallback: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what must go
  const line = text.replaceAll(/[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ').trim()
  const looksLikeLink = /[@/\\]|\w\.\w/.test(line)
  return line === '' || looksLikeLink ? fallback : line.slice(0, 100)
}
