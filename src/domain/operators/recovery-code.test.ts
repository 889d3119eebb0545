import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeRecoveryCode, RECOVERY_CODE_BYTES, toRecoveryCode } from './recovery-code.ts'

const bytes = fc.uint8Array({ minLength: RECOVERY_CODE_BYTES, maxLength: RECOVERY_CODE_BYTES })

test('a code is four groups of four, without letters that are misread', () => {
  fc.assert(
    fc.property(bytes, (random) => /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(toRecoveryCode(random))),
  )
})

test('every character is as likely as the others', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const character = toRecoveryCode(Uint8Array.of(byte))
    counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  expect(counts.size).toBe(32)
  expect(new Set(counts.values())).toEqual(new Set([8]))
})

test('however it is typed from paper, it is the same code', () => {
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
