import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailAddress, isEmailAddress } from './email-address.ts'

test('accepts real-world addresses', () => {
  for (const address of [
    'ana@example.com',
    'Ana.Pires+shop@mail.example.co.uk',
    "o'neil@example.org",
    '=1@example.com',
    'ana@xn--bcher-kva.example',
    'ana@example.xn--p1ai',
    `${'a'.repeat(64)}@example.com`,
  ])
    expect(isEmailAddress(address), address).toBe(true)
})

test('refuses everything else', () => {
  for (const address of [
    '',
    'ana',
    '@example.com',
    'ana@',
    'ana@localhost',
    'ana@@example.com',
    'a@b@example.com',
    'ana@example..com',
    '.ana@example.com',
    'ana.@example.com',
    'a..na@example.com',
    'ana@-example.com',
    'ana@example.c',
    'ana@[127.0.0.1]',
    '"ana pires"@example.com',
    'Ana <ana@example.com>',
    'ana@example.com, ben@example.com',
    'ana pires@example.com',
    'añá@example.com',
    'ana@bücher.example',
    'ana@example.com\r\nBcc: ben@example.com',
    'ana@example.com\n',
    '\nana@example.com',
    'ana\0@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ana@${'a.'.repeat(130)}com`,
    `${'a'.repeat(10_000)}@example.com`,
  ])
    expect(isEmailAddress(address), JSON.stringify(address)).toBe(false)
})

test('tolerates spaces around it, but not line breaks', () => {
  expect(emailAddress.parse('  ana@example.com ')).toBe('ana@example.com')
  expect(emailAddress.safeParse('ana@example.com\r\n').success).toBe(false)
})

test('accepts only valid header values: no control characters, spaces, or brackets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (local, domain) => {
      const parsed = emailAddress.safeParse(`${local}@${domain}.com`)
      // oxlint-disable-next-line no-control-regex -- checks for control characters
      if (parsed.success && /[\0-\x20\x7f-\uffff<>",:;]/.test(parsed.data)) throw new Error(parsed.data)
    }),
  )
})
