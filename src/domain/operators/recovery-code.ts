/** Crockford's base 32: without I, L, O and U, which are misread on paper. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const RECOVERY_CODE_COUNT = 10
/** 16 characters of 5 bits each. */
export const RECOVERY_CODE_BYTES = 16
const GROUP = 4

/** From random bytes, of which 5 bits each are used: 'K7QM-2F9A-…'. */
export function toRecoveryCode(random: Uint8Array): string {
  const characters = Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return characters.replaceAll(new RegExp(`(.{${GROUP}})(?=.)`, 'g'), '$1-')
}

/** As typed from paper, in any case, with or without dashes, and with the letters people mistake for digits. */
export function normalizeRecoveryCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}
