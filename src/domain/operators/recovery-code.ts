/** Crockford's base 32: without I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const RECOVERY_CODE_COUNT = 10
/** 16 characters of 5 bits each. */
export const RECOVERY_CODE_BYTES = 16
const GROUP = 4

/** Formats random bytes, 5 bits of each, as 'K7QM-2F9A-…'. */
export function toRecoveryCode(random: Uint8Array): string {
  const characters = Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return characters.replaceAll(new RegExp(`(.{${GROUP}})(?=.)`, 'g'), '$1-')
}

/** Accepts any case, with or without dashes, and letters commonly mistaken for digits. */
export function normalizeRecoveryCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}
