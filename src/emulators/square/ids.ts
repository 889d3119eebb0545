import { randomBytes, randomUUID } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function letters(length: number): string {
  // 248 is the largest multiple of 62 in a byte; bytes above it would bias toward the first letters.
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += LETTERS[byte % LETTERS.length]
    }
  }
  return text
}

/** Ids with the lengths and endings of those in Square's own examples. */
export const newId = {
  payment: () => `${letters(27)}ZY`,
  refund: (paymentId: string) => `${paymentId}_${letters(43)}`,
  order: () => `CAIS${letters(23)}`,
  cardToken: () => `cnon:CBAS${letters(22)}`,
  walletToken: () => `wnon:CBAS${letters(22)}`,
  verification: () => `verf:CBAS${letters(22)}`,
  challenge: () => letters(32),
  subscription: () => `wbhk_${letters(32)}`,
  signatureKey: () => letters(22),
  versionToken: () => letters(43),
  uid: () => letters(22),
  uuid: () => randomUUID(),
}
