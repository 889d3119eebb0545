import { expect, test } from 'vitest'
import { returnParagraphs } from './return-paragraphs.ts'
import { returnLine } from './return-terms.ts'

const TERMS = { days: 30, takesOpened: false, shopPays: false }

test('says what may be returned, and for how long', () => {
  expect(returnLine(TERMS)).toBe('Return unopened bottles within 30 days')
  expect(returnLine({ ...TERMS, days: 14, takesOpened: true })).toBe('Return any bottle, opened or not, within 14 days')
})

test.each([
  [TERMS, 'You pay for return shipping.', true],
  [{ ...TERMS, shopPays: true }, 'We pay for return shipping.', true],
  [{ ...TERMS, takesOpened: true }, 'You pay for return shipping.', false],
])('says who pays, and why opened bottles stay: %o', (terms, whoPays, mentionsHygiene) => {
  const [first = ''] = returnParagraphs(terms)
  expect(first).toContain(`${returnLine(terms)} of delivery for a refund`)
  expect(first.endsWith(whoPays)).toBe(true)
  expect(first.includes('For hygiene')).toBe(mentionsHygiene)
})
