import type { ShopFacts } from '#contract/shop-facts.ts'
import type { TextKey, Texts } from '#domain/texts/text-pages.ts'

/** The content of an email. HTML and plain text are both rendered from it, so they cannot differ. */
export type MailContent = {
  subject: string
  /** Preview text shown next to the subject in inboxes. */
  preview: string
  eyebrow: string
  heading: string
  blocks: MailBlock[]
}

export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'button'; label: string; url: string }
  /** Label and value, as on a receipt; the last row may be the total. */
  | { kind: 'rows'; rows: { label: string; value: string; isSum?: boolean }[] }
  | { kind: 'lines'; title: string; lines: string[] }

/** The owner's words for an email, with their placeholders. */
export type MailWords = <Key extends TextKey>(key: Key) => Texts<Key>

export type MailFacts = {
  shop: ShopFacts
  words: MailWords
  /** Signs links that only the recipient may know. */
  secretKey: string
}

/**
 * User-supplied text in our email: on one line, and without anything a mail client would turn into a link. A shop that
 * greets "Win at evil.example" sends spam in its own name.
 */
export function plainWords(text: string, fallback: string): string {
  // oxlint-disable-next-line no-control-regex -- removes control characters
  const line = text.replaceAll(/[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ').trim()
  const looksLikeLink = /[@/\\]|\w\.\w/.test(line)
  return line === '' || looksLikeLink ? fallback : line.slice(0, 100)
}

/** A paragraph that the owner may have added. */
export function ownNote(text: string): MailBlock[] {
  return text === '' ? [] : [{ kind: 'text', text }]
}
