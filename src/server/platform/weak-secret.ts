const MIN_DISTINCT = 8
const MIN_BITS_PER_CHARACTER = 2.5
/** Minimum number of characters besides the common words below. */
const MIN_OUTSIDE_WORDS = 16
/** The same for letters of a passphrase, which may be a sentence. */
const MIN_LETTERS_OUTSIDE_WORDS = 10

/** Found in examples, tutorials, our own emulator, and lists of leaked keys. */
const WORDS =
  /bloomera|emulator|sandbox|example|secret|passw(?:or|0r)d|passphrase|change-?_?me|replace|placeholder|default|development|production|staging|token|access|signature|insecure|qwerty|asdfgh|letmein|welcome|admin|dummy|sample|super|random|characters|deadbeef|keyboard-?_?cat|keyboard|shop|test|your|this|key/gi

/**
 * Returns true if the secret is unlikely to be random: too short, repeated, sequential, or made of words. Random hex,
 * Base64, and UUIDs pass.
 */
export function isWeakSecret(secret: string): boolean {
  return (
    /\s/.test(secret) ||
    isPhrase(secret) ||
    isMonotonous(secret) ||
    secret.replaceAll(WORDS, '').length < MIN_OUTSIDE_WORDS
  )
}

/** The same for a secret that people remember and that is hashed slowly: a sentence is fine. */
export function isWeakPassphrase(passphrase: string): boolean {
  const rest = passphrase.replaceAll(WORDS, '').replaceAll(/[^\p{L}\p{N}]/gu, '')
  return isMonotonous(passphrase) || rest.length < MIN_LETTERS_OUTSIDE_WORDS
}

function isMonotonous(secret: string): boolean {
  return (
    new Set(secret).size < MIN_DISTINCT ||
    bitsPerCharacter(secret) < MIN_BITS_PER_CHARACTER ||
    isRepeated(secret) ||
    isMostlySequence(secret)
  )
}

/** Words such as my-very-long-key or My-Very-Long-Key, typed by hand. Letters of mixed case may be random Base64. */
function isPhrase(secret: string): boolean {
  const word = '(?:[A-Z]?[a-z]+|[A-Z]+)'
  return new RegExp(`^${word}(?:[-_.+/]${word}){2,}$`).test(secret)
}

/** Shannon entropy. */
function bitsPerCharacter(secret: string): number {
  const counts = new Map<string, number>()
  for (const character of secret) counts.set(character, (counts.get(character) ?? 0) + 1)
  const shares = [...counts.values()].map((count) => count / secret.length)
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0)
}

/** Returns true if the secret is a shorter text repeated at least twice. */
function isRepeated(secret: string): boolean {
  for (let period = 1; period <= secret.length / 2; period += 1) {
    if (secret.slice(period) === secret.slice(0, -period)) return true
  }
  return false
}

/** Returns true if most characters equal the previous one or are adjacent to it: aaaa, 1234, fedc. */
function isMostlySequence(secret: string): boolean {
  let steps = 0
  for (let index = 1; index < secret.length; index += 1) {
    if (Math.abs(secret.charCodeAt(index) - secret.charCodeAt(index - 1)) <= 1) steps += 1
  }
  return steps * 2 >= secret.length
}
