import { fairCharacters, READABLE_ALPHABET } from '../text/random-characters.ts'

export const ORDER_NUMBER_ALPHABET = READABLE_ALPHABET

const GROUPS = [8, 4] as const
const PATTERN = new RegExp(`^BLM-[${ORDER_NUMBER_ALPHABET}]{${GROUPS[0]}}-[${ORDER_NUMBER_ALPHABET}]{${GROUPS[1]}}$`)

/** BLM-XXXXXXXX-XXXX, 58 bits. Throws if the random bytes run out, which 32 never do in practice. */
export function orderNumberFrom(randomBytes: Uint8Array): string {
  const characters = fairCharacters(randomBytes, GROUPS[0] + GROUPS[1])
  return `BLM-${characters.slice(0, GROUPS[0])}-${characters.slice(GROUPS[0])}`
}

export function isOrderNumber(text: string): boolean {
  return PATTERN.test(text)
}
