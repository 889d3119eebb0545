/** Digits and letters that nobody mistakes for another when read aloud or from paper: no 0 O 1 I L, no U or V. */
export const ORDER_NUMBER_ALPHABET = '23456789ABCDEFGHJKMNPQRSTWXYZ'

const GROUPS = [8, 4] as const
const LENGTH = GROUPS[0] + GROUPS[1]
const PATTERN = new RegExp(`^BLM-[${ORDER_NUMBER_ALPHABET}]{${GROUPS[0]}}-[${ORDER_NUMBER_ALPHABET}]{${GROUPS[1]}}$`)

/** Bytes at or above this would make the first letters of the alphabet likelier than the rest. */
const FAIR_LIMIT = 256 - (256 % ORDER_NUMBER_ALPHABET.length)

/**
 * BLM-XXXXXXXX-XXXX, 58 bits. Takes random bytes from the caller; about one in ten is dropped to stay fair, so hand
 * over 32 and it never runs short in practice. Throws when it does.
 */
export function orderNumberFrom(randomBytes: Uint8Array): string {
  const characters = Array.from(randomBytes)
    .filter((byte) => byte < FAIR_LIMIT)
    .slice(0, LENGTH)
    .map((byte) => ORDER_NUMBER_ALPHABET.charAt(byte % ORDER_NUMBER_ALPHABET.length))
    .join('')
  if (characters.length < LENGTH) throw new RangeError('not enough random bytes for an order number')
  return `BLM-${characters.slice(0, GROUPS[0])}-${characters.slice(GROUPS[0])}`
}

export function isOrderNumber(text: string): boolean {
  return PATTERN.test(text)
}
