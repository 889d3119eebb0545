/**
 * Providers that deliver to the same mailbox whatever dots the name has, and the names one mailbox goes by.
 * https://support.google.com/mail/answer/7436150, https://proton.me/support/addresses-and-aliases
 */
const IGNORES_DOTS = new Set(['gmail.com', 'proton.me'])
const SAME_DOMAIN: Record<string, string> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
}

/**
 * The address as it is compared, never as it is written to: case, +tags and meaningless dots folded away. Tags are
 * folded at every provider: one that gives a+x and a to different people is rarer by far than a company's own domain
 * hosted where tags work.
 */
export function foldEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at).toLowerCase()
  const typedDomain = email.slice(at + 1).toLowerCase()
  const domain = SAME_DOMAIN[typedDomain] ?? typedDomain
  const untagged = name.split('+', 1)[0] ?? ''
  const folded = IGNORES_DOTS.has(domain) ? untagged.replaceAll('.', '') : untagged
  // A name that is nothing but a tag is nobody else's.
  return `${folded || name}@${domain}`
}

export type Mailbox = { name: string; domains: string[]; ignoresDots: boolean }

/** For whoever looks for all spellings of a folded address: its name, and the domains it may stand before. */
export function mailboxOf(foldedEmail: string): Mailbox {
  const at = foldedEmail.lastIndexOf('@')
  const domain = foldedEmail.slice(at + 1)
  const aliases = Object.keys(SAME_DOMAIN).filter((alias) => SAME_DOMAIN[alias] === domain)
  return { name: foldedEmail.slice(0, at), domains: [domain, ...aliases], ignoresDots: IGNORES_DOTS.has(domain) }
}
