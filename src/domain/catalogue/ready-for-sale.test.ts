import { expect, test } from 'vitest'
import { blankValues } from './fields.ts'
import { PRODUCT_FIELDS } from './product-fields.ts'
import { type ProductToCheck, saleChecklist, saleRefusal } from './ready-for-sale.ts'

const complete: ProductToCheck = {
  texts: {
    ...blankValues(PRODUCT_FIELDS),
    name: 'Balm',
    category: 'Body',
    shortDescription: 'Short.',
    description: 'Long.',
    howToUse: 'Daily.',
    patchTest: 'On the arm.',
    ingredients: [{ slug: 'argan-oil', isKey: true }],
    inci: 'Argan',
  },
  pricing: { kind: 'sized', prices: { '1oz': 2500 } },
  pictures: [{ picture: 'balm', alt: '', sizes: [] }],
}

function missing(changes: Partial<ProductToCheck>): string[] {
  return saleChecklist({ ...complete, ...changes }).flatMap(({ label, isDone }) => (isDone ? [] : [label]))
}

test('lets a complete product go on sale', () => {
  expect(missing({})).toEqual([])
  expect(saleRefusal(saleChecklist(complete))).toBeUndefined()
})

test('links each point to its field', () => {
  const pictures = [{ picture: '/uploads/0123456789abcdef0123', alt: '', sizes: [] }]
  expect(saleChecklist({ ...complete, pictures }).map(({ field }) => field)).toEqual([
    'category',
    'picture',
    'alt1',
    'prices',
    'shortDescription',
    'description',
    'howToUse',
    'patchTest',
    'ingredients',
    'inci',
  ])
})

test('names everything that is missing', () => {
  const checklist = saleChecklist({ ...complete, pictures: [], texts: { ...complete.texts, inci: '' } })
  expect(saleRefusal(checklist)).toBe('Not on sale yet. Still missing: A picture, INCI list.')
})

test.each([
  ['name', 'Name and category'],
  ['category', 'Name and category'],
  ['shortDescription', 'Short description'],
  ['description', 'About this blend'],
  ['howToUse', 'How to use'],
  ['patchTest', 'Patch test'],
  ['inci', 'INCI list'],
] as const)('misses an empty %s', (field, label) => {
  expect(missing({ texts: { ...complete.texts, [field]: '' } })).toEqual([label])
})

test('reports missing ingredients, price and picture', () => {
  expect(missing({ texts: { ...complete.texts, ingredients: [] } })).toEqual(['Ingredients'])
  expect(missing({ pricing: { kind: 'sized', prices: {} } })).toEqual(['A price'])
  expect(missing({ pricing: { kind: 'single', priceCents: 100, info: null } })).toEqual([])
  expect(missing({ pictures: [] })).toEqual(['A picture'])
})

test('asks for a description of each uploaded picture, and names the picture', () => {
  const [rendered] = complete.pictures
  const uploaded = { picture: '/uploads/0123456789abcdef0123', alt: '', sizes: [] }
  const pictures = [...(rendered ? [rendered] : []), uploaded, { ...uploaded, alt: 'Dusk' }]
  expect(missing({ pictures })).toEqual(['Alt text for picture 2'])
  expect(saleRefusal(saleChecklist({ ...complete, pictures }))).toBe(
    'Not on sale yet. Still missing: Alt text for picture 2.',
  )
})
