import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldEmail, mailboxOf } from './fold-email.ts'

test('ignores case', () => {
  expect(foldEmail('Ana.Pires@Example.COM')).toBe('ana.pires@example.com')
})

test('ignores tags', () => {
  expect(foldEmail('ana+shop@example.com')).toBe('ana@example.com')
  expect(foldEmail('ana+a+b@gmail.com')).toBe('ana@gmail.com')
})

test('ignores dots only where the provider does', () => {
  expect(foldEmail('a.n.a@gmail.com')).toBe('ana@gmail.com')
  expect(foldEmail('a.n.a@proton.me')).toBe('ana@proton.me')
  expect(foldEmail('a.n.a@example.com')).toBe('a.n.a@example.com')
})

test('unifies the domains of one provider', () => {
  expect(foldEmail('ana@googlemail.com')).toBe('ana@gmail.com')
  expect(foldEmail('ana@pm.me')).toBe(foldEmail('ana@protonmail.com'))
  expect(foldEmail('ana@me.com')).toBe('ana@icloud.com')
})

test('leaves a domain that is named like a member of every object', () => {
  expect(foldEmail('ana@constructor')).toBe('ana@constructor')
  expect(foldEmail('ana@__proto__')).toBe('ana@__proto__')
})

test('keeps a name that is only a tag', () => {
  expect(foldEmail('+tag@example.com')).toBe('+tag@example.com')
})

const name = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9.]{0,10}[A-Za-z0-9])?$/)
const domain = fc.constantFrom('gmail.com', 'googlemail.com', 'pm.me', 'me.com', 'example.com', 'Mail.Example.org')

test('is idempotent', () => {
  fc.assert(
    fc.property(name, domain, (local, host) => {
      const once = foldEmail(`${local}@${host}`)
      expect(foldEmail(once)).toBe(once)
    }),
  )
})

test('folds any tag and case to the same customer', () => {
  fc.assert(
    fc.property(name, domain, fc.stringMatching(/^[a-z0-9]{0,8}$/), (local, host, tag) => {
      expect(foldEmail(`${local}+${tag}@${host}`.toUpperCase())).toBe(foldEmail(`${local}@${host}`))
    }),
  )
})

test('searches all domains of one provider', () => {
  expect(foldEmail('ana@mac.com')).toBe('ana@icloud.com')
  expect(mailboxOf('ana@gmail.com')).toEqual({
    name: 'ana',
    domains: ['gmail.com', 'googlemail.com'],
    ignoresDots: true,
  })
  expect(mailboxOf('ana@icloud.com')).toEqual({
    name: 'ana',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    ignoresDots: false,
  })
  expect(mailboxOf('"a@b"@example.com')).toEqual({ name: '"a@b"', domains: ['example.com'], ignoresDots: false })
})
