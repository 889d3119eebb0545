import { expect, test } from 'vitest'
import { commonIngredients, compareFacts, compareSizes, readCompared } from './compare.ts'
import { blendFacts } from './facts.ts'
import type { ProductDetail } from './product.ts'

test.each([
  ['', []],
  ['oil=pure-bloom', ['pure-bloom']],
  ['oil=b&oil=a&oil=b', ['b', 'a']],
  ['oil=a&oil=b&oil=c&oil=d&oil=e&oil=f', ['a', 'b', 'c', 'd', 'e']],
  ['oil=&oil=%3Cb%3E&oil=A&oil=a--b&other=c', []],
])('reads "%s"', (query, ids) => {
  expect(readCompared(new URLSearchParams(query))).toEqual(ids)
})

const link = (slug: string) => ({ slug, name: slug, summary: '', isKey: false })

test('marks what is in all of them', () => {
  const blend = (...slugs: string[]) => ({ ingredients: slugs.map(link) })
  const [one, two, three] = [blend('jojoba', 'rose'), blend('rose', 'argan'), blend('argan')]
  expect(commonIngredients([one, two])).toEqual(new Set(['rose']))
  expect(commonIngredients([one, two, three])).toEqual(new Set())
  expect(commonIngredients([one])).toEqual(new Set())
})

test('has a line for every fact known about any of them', () => {
  const unknown = { skinTypes: [], concerns: [], scents: [], scent: '', texture: '', absorbsIn: '', whenToUse: '' }
  const facts = [
    { ...unknown, skinTypes: ['dry'], texture: 'Thin', ...blendFacts([]) },
    { ...unknown, absorbsIn: 'A minute', ...blendFacts([]) },
  ] as unknown as ProductDetail[]
  expect(compareFacts(facts)).toEqual([
    { label: 'Skin types', texts: ['Dry', ''] },
    { label: 'Texture', texts: ['Thin', ''] },
    { label: 'Absorbs in', texts: ['', 'A minute'] },
  ])
})

test('compares price per ounce and how long a bottle lasts', () => {
  const habit = { dropsPerUse: 4, usesPerDay: 2 }
  expect(compareSizes({ ...habit, pricing: { kind: 'sized', prices: { '1oz': 3500, '2oz': 4400 } } })).toEqual([
    { size: '1oz', label: '1oz', priceCents: 3500, centsPerOunce: 3500, lasts: 'about 11 weeks' },
    { size: '2oz', label: '2oz', priceCents: 4400, centsPerOunce: 2200, lasts: 'about 5 months' },
  ])
  expect(compareSizes({ ...habit, pricing: { kind: 'single', priceCents: 4600, info: '4oz' } })).toMatchObject([
    { size: undefined, label: '4oz', priceCents: 4600, centsPerOunce: 1150 },
  ])
  expect(compareSizes({ ...habit, pricing: { kind: 'single', priceCents: 4600, info: 'Set of three' } })).toEqual([
    { size: undefined, label: 'Set of three', priceCents: 4600, centsPerOunce: undefined, lasts: undefined },
  ])
})
