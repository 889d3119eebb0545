import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ingredients } from '../../../db/seed/ingredients.ts'
import { indexIngredients } from './ingredient-names.ts'
import { asTerms, isKnownWord, mayExclude, parseSearch, type SearchQuery } from './search-query.ts'
import { cleanSearch } from './search-terms.ts'

/** A query in one line: [terms] without … price size. */
function inLine({ terms, without, price, size, minRating }: SearchQuery): string {
  const one = ({ typed, facets, words, missing }: SearchQuery['terms'][number]) =>
    missing !== undefined
      ? `~${words.length > 0 ? words.join('|') : typed.join(' ')}`
      : facets.length > 0
        ? facets.join('|')
        : words.length === 1 && words[0] === typed[0]
          ? typed.join(' ')
          : words.join('|')
  const left = ({ typed, what }: SearchQuery['without'][number]) =>
    what === undefined
      ? `?${typed.join(' ')}`
      : [...what.groups.map((group) => `#${group}`), ...what.phrases.slice(0, 1)].join('|')
  return [
    ...terms.map(one),
    ...without.map((exclusion) => `-${left(exclusion)}`),
    ...(price ? [`$${price.minCents ?? ''}..${price.maxCents ?? ''}`] : []),
    ...(size ? [`=${size}`] : []),
    ...(minRating ? [`*${minRating}`] : []),
  ].join(', ')
}

test.each([
  ['rosehip', 'rosehip'],
  ['pure bloom', 'pure, bloom'],
  ['sensitive skin', 'skin:sensitive'],
  ['oil for sensitive skin', 'skin:sensitive'],
  ['best oil for very dry skin', 'concern:dryness'],
  ['oil', 'oil'],
  ['oils for skin', 'oils, skin'],
  ['acne', 'concern:blemishes'],
  ['ACNE-prone', 'concern:blemishes'],
  ['fine lines on my neck', 'concern:fine-lines, concern:firmness'],
  ['vegan gift', 'vegan, gift'],
  ['non-greasy', 'light|weightless|thin'],
  // Exclusions.
  ['almond free', '-?almond'],
  ['almond-free hand oil', 'concern:hands, -?almond'],
  ['without almond', '-?almond'],
  ['no nuts', '-#nuts'],
  ['nut free', '-#nuts'],
  ['nut-free body oil', 'body, -#nuts'],
  ['tree nut allergy', '-#nuts'],
  ['allergic to nuts', '-#nuts'],
  ['free of nuts and coconut', '-#nuts, -#coconut'],
  ['nut and coconut free', '-#nuts, -#coconut'],
  ['without nuts, coconut or olive oil', '-#nuts, -#coconut, -#olive'],
  ['no essential oils', '-#essential-oils'],
  ['essential oil free serum', 'serum, -#essential-oils'],
  ['serum without lavender', 'serum, -?lavender'],
  ['no parabens', '-methylparaben'],
  ['fragrance free', 'scent:unscented'],
  ['fragrance-free and nut-free', 'scent:unscented, -#nuts'],
  ['no fragrance', 'scent:unscented'],
  ['no wrinkles', 'concern:fine-lines'],
  ['cruelty free', '-?cruelty'],
  ['limonene free', '-?limonene'],
  ['free shipping', ''],
  // What the shop may not have, and what isn't about oils.
  ['sunscreen', '~sunscreen|spf'],
  ['oil with sun protection', '~sunscreen|spf'],
  ['SPF for dry skin', '~sunscreen|spf, concern:dryness'],
  ['shampoo', '~shampoo'],
  ['for men', '~men|women'],
  ['gift for men', 'gift, ~men|women'],
  ['gift card', ''],
  ['ship to canada', ''],
  ['return policy', ''],
  ['pregnancy safe serum', 'serum'],
  ['stretch marks', 'concern:dryness'],
  ['chapped lips', '~lip'],
  ['no nuts, for dry skin', 'concern:dryness, -#nuts'],
  ['no nuts and no wrinkles', 'concern:fine-lines, -#nuts'],
  ['allergic to nuts and fragrance', '-#nuts, -#essential-oils|parfum'],
  ['i am allergic to nuts', '-#nuts'],
  ["I'm allergic to nuts", '-#nuts'],
  ['i am allergic to nuts coconut', '-#nuts, -#coconut'],
  ['allergies: nuts, olive', '-#nuts, -#olive'],
  ['allergic', 'allergic'],
  ["I can't have nuts", '-#nuts'],
  ['i do not want any coconut', '-#coconut'],
  ["doesn't contain nuts", '-#nuts'],
  ['w/o nuts', '-#nuts'],
  ['nutfree', '-#nuts'],
  ['walnut allergy', '-#nuts|juglans'],
  ['sensitive to essential oils', '-#essential-oils'],
  ['sensitive to touch', 'skin:sensitive, touch'],
  ['without', ''],
  ['no', ''],
  // Prices.
  ['under $30', '$..3000'],
  ['under 30', '$..3000'],
  ['less than 30 dollars', '$..3000'],
  ['serum under $40.50', 'serum, $..4050'],
  ['$20-40', '$2000..4000'],
  ['$20 to $40', '$2000..4000'],
  ['between 20 and 40 dollars', '$2000..4000'],
  ['$40-$20', '$2000..4000'],
  ['over $50', '$5000..'],
  ['over 50', '50'],
  ['$30', '$..3000'],
  ['gift under $30', 'gift, $..3000'],
  ['over $20 under $40', '$2000..4000'],
  ['$30 and under', '$..3000'],
  ['30 and under', '$..3000'],
  ['serum $30 or less', 'serum, $..3000'],
  ['30 dollars or less', '$..3000'],
  ['$30 max', '$..3000'],
  ['no more than $30', '$..3000'],
  ['20 to 40 dollars', '$2000..4000'],
  ['20-40 bucks', '$2000..4000'],
  ['20 dollars', '$..2000'],
  ['between $20 and $40', '$2000..4000'],
  ['from $20 to $40', '$2000..4000'],
  ['$20.50 to $40.50', '$2050..4050'],
  ['$50 and up', '$5000..'],
  ['$50+', '$5000..'],
  ['50 dollars or more', '$5000..'],
  ['over 50 dollars', '$5000..'],
  ['under $40 over $20', '$2000..4000'],
  ['20 to 40', '20, 40'],
  ['not more than $30', '$..3000'],
  ['nothing over $30', '$..3000'],
  ['under $1,000', '$..100000'],
  ['$1,000 to $2,000', '$100000..200000'],
  ['under $40 and 2oz', '$..4000, =2oz'],
  ['under $50 and 4 stars', '$..5000, *4'],
  ['under 2oz', '=2oz'],
  // Stars.
  ['4 stars', '*4'],
  ['4+ stars', '*4'],
  ['four star serum', 'serum, *4'],
  ['4 stars and up', '*4'],
  ['five stars', '*4.5'],
  ['4.5 stars', '*4.5'],
  ['at least 4 stars', '*4'],
  ['4 star rating', '*4'],
  ['5 star rated serum', 'serum, *4.5'],
  ['4 star reviews', '*4'],
  ['top rated', '*4'],
  ['highly-rated body oil', 'body, *4'],
  ['4 star oils under $40', '$..4000, *4'],
  // Sizes.
  ['2oz', '=2oz'],
  ['4 oz', '=4oz'],
  ['4 fl. oz body oil', 'body, =4oz'],
  ['60 ml', '=2oz'],
  ['travel size', '=1oz'],
  ['travel-size hand oil', 'concern:hands, =1oz'],
  ['2oz under $40', '$..4000, =2oz'],
  ['8oz', '8oz'],
  // Nothing at all.
  ['the', ''],
  ['!!!', ''],
  ['😀', ''],
])('understands %s', (typed, expected) => {
  expect(inLine(parseSearch(typed))).toBe(expected)
})

const SHOP = indexIngredients(ingredients)

test.each([
  ['tea tree free', '-tea tree'],
  ['tea tree oil free', '-tea tree'],
  ['teatree free', '-teatree'],
  ['without tea tree', '-tea tree'],
  ['without tea tree, rose hips and argan oil', '-tea tree, -rose hips, -argan oil'],
  ['tea tree and sea buckthorn free serum', 'serum, -tea tree, -sea buckthorn'],
  ['no sweet almond', '-sweet almond'],
  ['rose hip free', '-rose hip'],
  ['rosehips free', '-rosehips'],
  ['evening primrose free', '-evening primrose'],
  ['evening primrose oil allergy', '-evening primrose oil'],
  ['vitamin e free', '-vitamin e'],
  ['ylang ylang free', '-ylang ylang'],
  ['ylang-ylang free', '-ylang ylang'],
  ['without squalane (olive)', '-squalane olive'],
  ['sunflower free', '-sunflower'],
  ['coconut free', '-#coconut|coconut'],
  ['allergy to lavender and dry hands', 'concern:hands, -lavender'],
  ['lavender oil', 'lavender'],
  // While typing.
  ['without laven', '-Lavender'],
  ['without tea tr', '-Tea Tree'],
  ['without rose', '-rose'],
  // Not the beginning of Hippophae.
  ['hip free', '-?hip'],
])('knows the ingredients of the shop in %s', (typed, expected) => {
  expect(inLine(parseSearch(typed, SHOP))).toBe(expected)
})

test('finds every name of an ingredient that is excluded, and no other ingredient', () => {
  const phrases = (typed: string) => parseSearch(typed, SHOP).without.flatMap(({ what }) => what?.phrases ?? [])
  expect(phrases('rose hip free')).toEqual(['rose hip', 'Rosehip Seed Oil', 'Rosa Canina Seed Oil'])
  expect(phrases('rose free')).toEqual(['rose', 'Rose (Damask)', 'Rosa Damascena Flower Oil'])
  expect(phrases('sunflower free')).toEqual(['sunflower', 'Vitamin E', 'Tocopherol'])
})

test('reads the ingredients only for a text that may exclude one', () => {
  for (const typed of [
    'no nuts',
    'nutfree',
    'I can’t have nuts',
    'rosehip allergy',
    'Ingredients: none of it, without rose',
  ])
    expect(mayExclude(typed), typed).toBe(true)
  for (const typed of ['dry skin', 'rosehip', 'gift under $30', 'notes']) expect(mayExclude(typed), typed).toBe(false)
})

test('keeps every exclusion, however many there are', () => {
  const typed = `without ${'nuts, '.repeat(12)}tea tree`
  expect(parseSearch(typed, SHOP).without.at(-1)?.typed).toEqual(['tea', 'tree'])
})

test('searches for a word that turns out not to be an ingredient', () => {
  expect(asTerms(parseSearch('cruelty free').without)).toEqual([{ typed: ['cruelty'], facets: [], words: ['cruelty'] }])
  for (const typed of ['no more', 'no coupon']) expect(asTerms(parseSearch(typed).without), typed).toEqual([])
})

test('has a sentence for what an oil can’t do', () => {
  const notes = (typed: string) => parseSearch(typed).notes
  expect(notes('eczema')).toEqual(['Our oils are cosmetics and don’t treat skin conditions.'])
  expect(notes('eczema and psoriasis, while pregnant')).toHaveLength(2)
  expect(notes('sensitive skin')).toEqual([])
})

test('does not correct the spelling of words on its own lists', () => {
  for (const word of ['sensitive', 'without', 'free', 'wrinkles', 'spf']) expect(isKnownWord(word), word).toBe(true)
  for (const word of ['sensitve', 'rosehp']) expect(isKnownWord(word), word).toBe(false)
})

test('turns any input into a few plain words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
      const { terms, without, price } = parseSearch(cleanSearch(typed) ?? '')
      expect(terms.length).toBeLessThanOrEqual(8)
      for (const word of [...terms, ...without].flatMap((one) => one.typed)) expect(word).toMatch(/^[a-z0-9]{1,100}$/)
      for (const cents of Object.values(price ?? {})) expect(cents).toBeLessThanOrEqual(1_000_000)
    }),
  )
})
