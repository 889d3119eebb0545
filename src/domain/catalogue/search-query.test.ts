import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asTerm, isKnownWord, parseSearch, type SearchQuery } from './search-query.ts'
import { cleanSearch } from './search-terms.ts'

/** A query in one line: [terms] without … price size. */
function inLine({ terms, without, price, size }: SearchQuery): string {
  const one = ({ typed, facets, words }: SearchQuery['terms'][number]) =>
    facets.length > 0
      ? facets.join('|')
      : words.length === 1 && words[0] === typed[0]
        ? typed.join(' ')
        : words.join('|')
  const left = ({ typed, what }: SearchQuery['without'][number]) =>
    what === undefined ? `?${typed.join(' ')}` : 'group' in what ? `#${what.group}` : what.inci[0]
  return [
    ...terms.map(one),
    ...without.map((exclusion) => `-${left(exclusion)}`),
    ...(price ? [`$${price.minCents ?? ''}..${price.maxCents ?? ''}`] : []),
    ...(size ? [`=${size}`] : []),
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
  ['free shipping', 'free, shipping'],
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
  ['over 50', 'over, 50'],
  ['$30', '$..3000'],
  ['gift under $30', 'gift, $..3000'],
  ['over $20 under $40', '$2000..4000'],
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

test('searches for a word that turns out not to be an ingredient', () => {
  const [exclusion] = parseSearch('cruelty free').without
  expect(exclusion && asTerm(exclusion)).toEqual({ typed: ['cruelty'], facets: [], words: ['cruelty'] })
})

test('does not correct the spelling of words on its own lists', () => {
  for (const word of ['sensitive', 'without', 'free', 'wrinkles']) expect(isKnownWord(word), word).toBe(true)
  for (const word of ['sensitve', 'rosehp']) expect(isKnownWord(word), word).toBe(false)
})

test('turns any input into a few plain words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
      const { terms, without, price } = parseSearch(cleanSearch(typed) ?? '')
      expect(terms.length).toBeLessThanOrEqual(8)
      expect(without.length).toBeLessThanOrEqual(8)
      for (const word of [...terms, ...without].flatMap((one) => one.typed)) expect(word).toMatch(/^[a-z0-9]{1,100}$/)
      for (const cents of Object.values(price ?? {})) expect(cents).toBeLessThanOrEqual(1_000_000)
    }),
  )
})
