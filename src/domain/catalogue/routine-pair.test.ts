import { expect, test } from 'vitest'
import { findPartner, isForMorning, type RoutineFacts } from './routine-pair.ts'

function oil(id: string, whenToUse: string, facts: Partial<RoutineFacts> = {}): RoutineFacts {
  return { id, whenToUse, category: id, skinTypes: ['dry'], concerns: [], scents: ['floral'], dropsPerUse: 4, ...facts }
}

test('pairs an oil for the evening with one for the morning', () => {
  const evening = oil('evening', 'Evening, as the last step')
  const others = [oil('night', 'At night'), oil('wash', 'Before a wash'), oil('morning', 'Morning, under sunscreen')]
  expect(findPartner(evening, others)?.id).toBe('morning')
})

test.each([
  ['no hour', oil('other', 'After the shower')],
  ['the same hour only', oil('other', 'Evening')],
  ['no skin in common', oil('other', 'Morning', { skinTypes: ['oily'] })],
  ['no skin types at all', oil('other', 'Morning', { skinTypes: [] })],
  ['itself', oil('product', 'Morning and night')],
])('does not pair: %s', (_, other) => {
  expect(findPartner(oil('product', 'Evening'), [other])).toBeUndefined()
})

test('prefers more skin types in common, another concern, and unscented next to unscented', () => {
  const product = oil('product', 'Night', {
    skinTypes: ['dry', 'mature'],
    concerns: ['dryness'],
    scents: ['unscented'],
  })
  const plain = oil('plain', 'Morning')
  expect(findPartner(product, [plain, oil('both', 'Morning', { skinTypes: ['dry', 'mature'] })])?.id).toBe('both')
  expect(findPartner(product, [oil('same', 'Morning', { concerns: ['dryness'] }), plain])?.id).toBe('plain')
  expect(findPartner(product, [plain, oil('mild', 'Morning', { scents: ['unscented'] })])?.id).toBe('mild')
})

test.each([
  ['Morning', 'Evening', true],
  ['Evening', 'Morning and night', false],
  ['Any time', 'Night', true],
  ['Morning, under sunscreen; at night on its own', 'Morning and night', true],
  ['Morning and night', 'Morning and night', true],
  ['Night, or in the morning under makeup', 'Morning and night', false],
  ['Morning', 'At bedtime', true],
])(
  'in a pair of “%s” and “%s”, the first is for the morning: %s, and the other one is not',
  (first, second, expected) => {
    const [one, other] = [oil('a', first), oil('b', second)]
    expect(isForMorning(one, other)).toBe(expected)
    expect(isForMorning(other, one)).toBe(!expected)
  },
)

test('a serum for the face is paired with an oil for the body only if no other fits', () => {
  const serum = oil('serum', 'Morning and night', { concerns: ['dryness', 'dullness'] })
  const bath = oil('bath', 'Evening', { dropsPerUse: 50 })
  const night = oil('night', 'Morning and night', { concerns: ['dryness', 'dullness'] })
  expect(findPartner(serum, [bath, night])?.id).toBe('night')
  expect(findPartner(serum, [bath])?.id).toBe('bath')
  expect(findPartner(bath, [serum, oil('shower', 'Morning', { dropsPerUse: 40 })])?.id).toBe('shower')
})

test('counts each point for and against a pair', () => {
  const product = oil('product', 'Morning and night', { concerns: ['dryness', 'dullness'], category: 'Face' })
  const partner = (...others: RoutineFacts[]) => findPartner(product, others)?.id
  const plain = oil('plain', 'Morning and night')
  // The same category is worth more than a fixed time of day; a concern in common is worse than none.
  expect(partner(oil('evening', 'Evening'), oil('family', 'Morning and night', { category: 'Face' }))).toBe('family')
  expect(partner(plain, oil('evening', 'Evening'))).toBe('evening')
  expect(partner(oil('once', 'Night', { concerns: ['dryness'] }), oil('never', 'Night'))).toBe('never')
  expect(
    partner(
      oil('twice', 'Night', { concerns: ['dryness', 'dullness'] }),
      oil('once', 'Night', { concerns: ['dryness'] }),
    ),
  ).toBe('once')
  // A stated time of day is better than any time.
  expect(partner(oil('any', 'Any time'), plain)).toBe('plain')
  // The first of equals.
  expect(partner(plain, oil('other', 'Morning and night'))).toBe('plain')
})

test('an oil for any time is used at the other time of day', () => {
  expect(findPartner(oil('product', 'Morning'), [oil('any', 'Any time')])?.id).toBe('any')
  expect(findPartner(oil('product', 'Evening'), [oil('any', 'Any time')])?.id).toBe('any')
  expect(findPartner(oil('any', 'Any time'), [oil('evening', 'Evening')])?.id).toBe('evening')
})
