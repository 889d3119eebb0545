import { expect, test } from 'vitest'
import { filterParameters } from './filter-parameters.ts'
import {
  choiceLabel,
  countChoices,
  countFiltered,
  isCommonFilter,
  listChoices,
  offerChoices,
  type ProductFilter,
  type ProductKind,
  readFilter,
  withoutChoice,
} from './product-filter.ts'

const read = (text: string) => readFilter(new URLSearchParams(text))

test.each([
  ['', {}],
  ['skin=sensitive&skin=dry&skin=dry', { skin: ['dry', 'sensitive'] }],
  ['skin=Dry&skin=x&concern=toString&sort=constructor', {}],
  ['without=olive&without=nuts', { without: ['nuts', 'olive'] }],
  ['price=over-50&price=under-30&rating=4&rating=5', { price: ['under-30', 'over-50'], rating: ['4'] }],
  ['sort=price-desc&scent=unscented', { scent: ['unscented'], sort: 'price-desc' }],
])('reads %j as known values in form order', (text, filter) => {
  expect(read(text)).toEqual(filter)
  expect(read(new URLSearchParams(filterParameters(read(text))).toString())).toEqual(filter)
})

test.each([
  ['', true],
  ['skin=dry', true],
  ['without=nuts&without=olive&without=coconut', true],
  ['skin=dry&skin=oily', false],
  ['skin=dry&without=nuts', false],
  ['sort=price', false],
])('%j is cached: %s', (text, isCommon) => {
  expect(isCommonFilter(read(text))).toBe(isCommon)
})

test('removes one choice and names the others', () => {
  const filter = read('skin=dry&skin=oily&without=essential-oils&sort=name')
  const choices = listChoices(filter)
  expect(choices.map(choiceLabel)).toEqual(['Dry', 'Oily', 'No essential oils'])
  const [dry, , oils] = choices
  expect(dry && withoutChoice(filter, dry)).toEqual({ skin: ['oily'], without: ['essential-oils'], sort: 'name' })
  expect(oils && withoutChoice(filter, oils)).toEqual({ skin: ['dry', 'oily'], sort: 'name' })
})

const KINDS: readonly ProductKind[] = [
  { facets: ['skin:dry', 'scent:unscented', 'listed'], band: 'under-30', isTopRated: true, count: 2 },
  {
    facets: ['skin:dry', 'skin:oily', 'scent:floral', 'listed', 'has:nuts'],
    band: '30-50',
    isTopRated: false,
    count: 3,
  },
  {
    facets: ['skin:oily', 'scent:floral', 'listed', 'has:nuts', 'has:olive'],
    band: 'over-50',
    isTopRated: true,
    count: 1,
  },
  { facets: ['skin:dry'], band: null, isTopRated: false, count: 10 },
]

test.each<[string, ProductFilter, number, Record<string, number>]>([
  ['nothing chosen', {}, 16, { dry: 15, oily: 4, nuts: 2, olive: 5, floral: 4, 'under-30': 2, 4: 3 }],
  // Another skin type would add results; anything else would narrow them down.
  ['one skin type', { skin: ['oily'] }, 4, { dry: 15, oily: 4, nuts: 0, olive: 3, floral: 4, 'under-30': 0, 4: 1 }],
  ['two groups', { skin: ['dry'], scent: ['floral'] }, 3, { dry: 3, oily: 4, nuts: 0, olive: 3, floral: 3, 4: 0 }],
  // Exclusions add up, and a product without an ingredient list is never free of anything.
  ['left out', { without: ['nuts'] }, 2, { dry: 2, oily: 0, nuts: 2, olive: 2, floral: 0, 4: 2 }],
  ['left out twice', { without: ['nuts', 'olive'] }, 2, { nuts: 2, olive: 2, coconut: 2 }],
  ['a price', { price: ['under-30', 'over-50'] }, 3, { dry: 2, oily: 1, '30-50': 3, 'over-50': 1, 4: 3 }],
  ['top rated', { rating: ['4'] }, 3, { dry: 2, oily: 1, 4: 3, olive: 2 }],
])('counts each choice combined with the others: %s', (_, filter, total, expected) => {
  expect(countFiltered(KINDS, filter)).toBe(total)
  expect(Object.assign({}, ...Object.values(countChoices(KINDS, filter)))).toMatchObject(expected)
})

test('offers only choices with results, and those already chosen', () => {
  const offered = offerChoices(KINDS, { skin: ['dry'], scent: ['vanilla'] })
  expect(offered.map(({ group, options }) => [group, options.map(({ option }) => option)])).toEqual([
    ['skin', ['dry']],
    ['scent', ['floral', 'vanilla', 'unscented']],
  ])
  expect(offerChoices([], {})).toEqual([])
  expect(offerChoices(undefined, {})[0]?.options[0]).toMatchObject({ label: 'Normal', count: undefined })
})
