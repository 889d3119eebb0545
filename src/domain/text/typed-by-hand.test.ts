import { expect, test } from 'vitest'
import { findTyped, namedPhrase } from './typed-by-hand.ts'

test.each(['Free over $75!', 'free OVER **$75**.', 'Ships free over $75, always', 'over\n$75', 'not $750 but $75'])(
  'finds $75 in %o',
  (text) => expect(namedPhrase(text, ['$75'])).toBe('$75'),
)

test.each(['over $750', 'for $75.50', 'US$75', '$75,000', 'nothing'])('does not find $75 in %o', (text) =>
  expect(namedPhrase(text, ['$75'])).toBeUndefined(),
)

test('never finds an empty phrase', () => expect(namedPhrase('anything', ['', ' '])).toBeUndefined())

test('lists the texts in which something is found', () => {
  const texts = [
    { name: 'About', href: '/about', text: 'Call 555-0142.' },
    { name: 'Terms', href: '/terms', text: 'Nothing here.' },
  ]
  expect(findTyped(texts, (text) => namedPhrase(text, ['555-0142']))).toEqual([
    { name: 'About', href: '/about', phrase: '555-0142' },
  ])
})
