/** Characters of an email address, among other things; each run is examined once, so the time is linear. */
const WORD = /[^\s<>"'(),:;]+/g

/** The start of a link whose rest is a secret, in any case; the secret part is everything after it. */
const SECRET_LINK = /(\/(?:unsubscribe|order|admin\/+link)\/)[^\s?]+/gi

/** Long enough for any of our tokens; one of random letters has a capital, unlike the names in addresses. */
const TOKEN = /[\w-]{40,}/g

/** Removes personal data: email addresses, discount codes, and the secret part of links. */
export function redact(text: string): string {
  return text
    .replaceAll(WORD, (word) => (/[^@]@[^@]/.test(word) ? '…@…' : word))
    .replaceAll(/BLOOM-[\w-]+/gi, 'BLOOM-…')
    .replaceAll(SECRET_LINK, '$1…')
}

/** The same for a path that a visitor requested, which may be escaped or misspelled. */
export function redactPath(path: string): string {
  const plain = path.replaceAll(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return redact(plain).replaceAll(TOKEN, (word) => (/[A-Z]/.test(word) ? '…' : word))
}
