import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeRecoveryCode, RECOVERY_CODE_BYTES, toRecoveryCode } from './recovery-code.ts'

const bytes = fc.uint8Array({ minLength: RECOVERY_CODE_BYTES, maxLength: RECOVERY_CODE_BYTES })

test('formats a code as four groups of four, without ambiguous letters', () => {
  fc.assert(
    fc.property(bytes, (random) => /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(toRecoveryCode(random))),
  )
})

test('uses every character with equal probability', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const character = toRecoveryCode(Uint8Array.of(byte))
    counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  expect(counts.size).toBe(32)
  expect(new Set(counts.values())).toEqual(new Set([8]))
})

test('normalizes a code however it is typed from paper', () => {
  fc.assert(
    fc.property(bytes, (random) => {
      const code = toRecoveryCode(random)
      const plain = code.replaceAll('-', '')
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}.`
      expect(normalizeRecoveryCode(code)).toBe(plain)
      expect(normalizeRecoveryCode(typed)).toBe(plain)
      expect(normalizeRecoveryCode(code.replaceAll('1', 'l'))).toBe(plain)
      expect(normalizeRecoveryCode(code.replaceAll('1', 'I'))).toBe(plain)
    }),
  )
})
