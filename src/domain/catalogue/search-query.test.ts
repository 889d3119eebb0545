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
  ['almond free', '-almond'],
  ['almond-free hand oil', 'concern:hands, -almond'],
  ['without almond', '-almond'],
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
  // An exclusion next to what is wanted.
  ['face serum, nut allergy', 'face, serum, -#nuts'],
  ['eczema, nut allergy', 'skin:sensitive, -#nuts'],
  ['dry skin and nut allergy', 'concern:dryness, -#nuts'],
  ['gift for someone allergic to nuts', 'gift, -#nuts'],
  ['mom allergic to nuts', 'gift, -#nuts'],
  ['mom allergic nuts', 'gift, -#nuts'],
  ['face allergy', 'face, allergy'],
  ['highly allergic to nuts', '-#nuts'],
  ['severe allergy to nuts', '-#nuts'],
  ['allergic to almonds, body oil', 'body, -almond'],
  ['allergic to nuts, face serum', 'face, serum, -#nuts'],
  ['allergic to nuts, coconut free', '-#nuts, -#coconut'],
  ['allergic to nuts and filberts', '-#nuts, -?filberts'],
  ['shellfish and nut allergy', '-?shellfish, -#nuts'],
  ['serum free of nuts', 'serum, -#nuts'],
  ['moisturizer free from almond', 'concern:dryness, -almond'],
  ['hair serum free of coconut', 'hair, serum, -#coconut'],
  ['nut free from head to toe', 'toe, -#nuts, -?head'],
  ['face serum and nut free', 'face, serum, -#nuts'],
  ['eczema, nut free', 'skin:sensitive, -#nuts'],
  ['almonds, nut free', '-almond, -#nuts'],
  ['soy, nut and coconut free', '-soy, -#nuts, -#coconut'],
  ['no coconut and no nuts', '-#coconut, -#nuts'],
  ['no wrinkles or nuts', '-?wrinkles, -#nuts'],
  ['no fragrance or nuts', '-#essential-oils|parfum, -#nuts'],
  ['macadamia nut free', '-#nuts|juglans, -#nuts'],
  ['cashew nut allergy', '-#nuts|juglans, -#nuts'],
  ['walnut oil allergy', '-#nuts|juglans'],
  ['allergic reaction to nuts', '-#nuts'],
  ["can't eat nuts", '-#nuts'],
  ["shouldn't contain nuts", '-#nuts'],
  ['nothing with nuts', '-#nuts'],
  // Not about an ingredient.
  ['acne free', '-?acne'],
  ['no stretch marks', '-?stretch marks'],
  ['no smell, for dry skin', 'scent:unscented, concern:dryness'],
  ["doesn't smell", 'scent:unscented'],
  ["doesn't feel greasy", 'light|weightless|thin'],
  ['not oily', 'light|weightless|thin'],
  ['non-comedogenic', 'skin:oily'],
  ["won't clog pores", 'skin:oily'],
  ['no make up look', 'look, -?make up'],
  ['oil free moisturizer', '~oil free, concern:dryness'],
  ['clean beauty', 'clean, beauty'],
  ['what to expect', 'expect'],
  ['skin condition', 'skin:sensitive'],
  ['world', 'world'],
  ['new mexico', ''],
  // What the shop may not have, and what isn't about oils.
  ['sunscreen', '~sunscreen|sunblock|spf|uv'],
  ['oil with sun protection', '~sunscreen|sunblock|spf|uv'],
  ['SPF for dry skin', '~sunscreen|sunblock|spf|uv, concern:dryness'],
  ['shampoo', '~shampoo'],
  ['for men', '~men|man|guys|women|woman|unisex'],
  ['gift for men', 'gift, ~men|man|guys|women|woman|unisex'],
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
  ["shouldn't be over $30", '$..3000'],
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
  ['no sweet almond', '-almond'],
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
  ['rosehip oil free of nuts', 'rosehip, -#nuts'],
  ['rosehip, nut free', 'rosehip, -#nuts'],
  ['rosehip and jojoba, nut free', 'rosehip, jojoba, -#nuts'],
  ['rosehip, jojoba and nut free', '-rosehip, -jojoba, -#nuts'],
  ["doesn't smell like lavender", '-lavender'],
  ['no orange blossom', '-orange'],
  // The glossary's names and sentences have these words, too.
  ['no make up look', 'look, -?make up'],
  ['not too sweet', ''],
  ['no orange tint', ''],
  ['serum, not too sweet', 'serum'],
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

const EXCLUDED = ['nuts', 'almond', 'coconut', 'lavender', 'tea tree', 'rose hip', 'walnuts', 'orange']

test.each([
  'no X',
  'serum without X',
  'face serum free of X',
  'rosehip oil free of X',
  'moisturizer free from X oil',
  'X free',
  'X-free from head to toe',
  'gift, X free',
  'eczema, X allergy',
  'dry skin and X allergy',
  'severe X allergy',
  'mom allergic to X',
  'allergic to X, face serum',
  'allergic to X, something light',
  'allergic reactions to X',
  'allergies: X',
  'no soy and no X',
  'no soy or X',
  'no fragrance or X',
  'no wrinkles and X',
  'soy X free',
  'soy, X free',
  'soy, honey or X free',
  'X and soy free hair oil',
  'nothing with X',
  "can't eat X",
  "shouldn't have any X in it",
  "doesn't smell like X",
  'X free shipping',
  'not too sweet, no X',
])('never searches for what is excluded in “%s”', (shape) => {
  for (const excluded of EXCLUDED) {
    const typed = shape.replace('X', excluded)
    const { terms, without } = parseSearch(typed, SHOP)
    const known = without.filter(({ what }) => what).map((exclusion) => exclusion.typed.join(' '))
    expect(known.join(', '), typed).toContain(excluded)
    const searched = terms.flatMap((term) => [...term.typed, ...term.words])
    expect(
      searched.filter((word) => excluded.includes(word)),
      typed,
    ).toEqual([])
  }
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
  for (const typed of ['acne free', 'no acne', 'eczema, nut free']) expect(notes(typed), typed).toEqual(notes('eczema'))
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
