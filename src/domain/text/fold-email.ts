/**
 * Providers that ignore dots in the name, and domains that share mailboxes.
 * https://support.google.com/mail/answer/7436150, https://proton.me/support/addresses-and-aliases
 */
const IGNORES_DOTS = new Set(['gmail.com', 'proton.me'])
const SAME_DOMAIN = new Map([
  ['googlemail.com', 'gmail.com'],
  ['protonmail.com', 'proton.me'],
  ['pm.me', 'proton.me'],
  ['me.com', 'icloud.com'],
  ['mac.com', 'icloud.com'],
])

/**
 * Folds case, +tags and meaningless dots. Only for comparing addresses, never for sending to them. Tags are folded for
 * every provider: one that gives a+x and a to different people is far rarer than a company domain hosted where tags
 * work.
 */
export function foldEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at).toLowerCase()
  const typedDomain = email.slice(at + 1).toLowerCase()
  const domain = SAME_DOMAIN.get(typedDomain) ?? typedDomain
  const untagged = name.split('+', 1)[0] ?? ''
  const folded = IGNORES_DOTS.has(domain) ? untagged.replaceAll('.', '') : untagged
  // Keep a name that consists only of a tag.
  return `${folded || name}@${domain}`
}

export type Mailbox = { name: string; domains: string[]; ignoresDots: boolean }

/** The name and possible domains of a folded address, for finding all its spellings. */
export function mailboxOf(foldedEmail: string): Mailbox {
  const at = foldedEmail.lastIndexOf('@')
  const domain = foldedEmail.slice(at + 1)
  const aliases = [...SAME_DOMAIN].flatMap(([alias, same]) => (same === domain ? alias : []))
  return { name: foldedEmail.slice(0, at), domains: [domain, ...aliases], ignoresDots: IGNORES_DOTS.has(domain) }
}
