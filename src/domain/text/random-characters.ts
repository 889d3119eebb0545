/** Characters that are not confused when read aloud or from paper: no 0 O 1 I L, no U or V. */
export const READABLE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTWXYZ'

/** Bytes at or above this would bias the distribution toward the first characters. */
const FAIR_LIMIT = 256 - (256 % READABLE_ALPHABET.length)

/** Drops about one byte in ten to stay unbiased, so pass more than `length`. Throws if they run out. */
export function fairCharacters(randomBytes: Uint8Array, length: number): string {
  const characters = Array.from(randomBytes)
    .filter((byte) => byte < FAIR_LIMIT)
    .slice(0, length)
    .map((byte) => READABLE_ALPHABET.charAt(byte % READABLE_ALPHABET.length))
    .join('')
  if (characters.length < length) throw new RangeError(`not enough random bytes for ${length} characters`)
  return characters
}
