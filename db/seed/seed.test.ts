import { expect, test } from 'vitest'
import { findClaims, findDrugClaims } from '#domain/catalogue/claims.ts'
import { factRows } from '#domain/catalogue/fact-rows.ts'
import { blendFacts, contradictionIn, type ProductFacts } from '#domain/catalogue/facts.ts'
import { feelMoments } from '#domain/catalogue/feel.ts'
import { blankValues } from '#domain/catalogue/fields.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import type { IngredientGroup } from '#domain/catalogue/product.ts'
import { slugify } from '#domain/text/slug.ts'
import { collections, needs } from './collections.ts'
import { demoReviews } from './demo-reviews.ts'
import { ingredients } from './ingredients.ts'
import { products } from './products.ts'
import type { SeedProduct } from './seed-types.ts'

const glossary = new Map(ingredients.map((ingredient) => [ingredient.slug, ingredient]))

/** Everything a shopper reads about a product, except the label's Latin. */
function copyOf(product: SeedProduct): string[] {
  return [
    product.name,
    product.shortDescription,
    product.description,
    ...product.benefits,
    product.howToUse,
    product.patchTest,
    ...factRows(factsOf(product)).map(({ text }) => text),
    ...(product.feel ?? []),
  ]
}

function factsOf(product: SeedProduct): ProductFacts {
  const blend = product.ingredients.flatMap((slug) => glossary.get(slug) ?? [])
  return { ...blendFacts(blend), ...blankValues(PRODUCT_FIELDS), ...product }
}

function productsWithout(...groups: IngredientGroup[]): string[] {
  return products
    .filter(
      ({ ingredients: slugs }) =>
        !slugs.some((slug) => glossary.get(slug)?.groups.some((group) => groups.includes(group))),
    )
    .map(({ id }) => id)
}

test('the glossary has the 26 ingredients in the order of their names', () => {
  expect(ingredients.map(({ slug }) => slug)).toEqual([
    'apricot-kernel-oil',
    'argan-oil',
    'calendula',
    'camellia-seed-oil',
    'chamomile',
    'coconut-oil',
    'evening-primrose-oil',
    'frankincense',
    'geranium',
    'hemp-seed-oil',
    'jojoba-oil',
    'lavender',
    'marula-oil',
    'neroli',
    'rose',
    'rosehip-seed-oil',
    'rosemary',
    'sandalwood',
    'sea-buckthorn-oil',
    'squalane',
    'sweet-almond-oil',
    'tamanu-oil',
    'tea-tree',
    'vanilla',
    'vitamin-e',
    'ylang-ylang',
  ])
  const names = ingredients.map(({ name }) => name)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
})

test('each product has its listed category and prices', () => {
  expect(products.map(({ id, category, prices }) => [id, category, prices])).toEqual([
    ['forever-skin-serum', 'Anti-Aging', { '1oz': 5800, '2oz': 9700 }],
    ['pure-bloom', 'Radiance', { '1oz': 2500, '2oz': 3400 }],
    ['sos-serum-blemish-blend', 'Blemish Control', { '1oz': 3500, '2oz': 4400 }],
    ['petal-renewal-serum', 'Renewal', { '1oz': 3500, '2oz': 4400 }],
    ['velvet-contour-serum', 'Firming', { '1oz': 3500, '2oz': 4400 }],
    ['first-light-serum', 'Brightening', { '1oz': 3500, '2oz': 4400 }],
    ['bloomera-hair-skin-restore', 'Focus Care', { '1oz': 2200, '2oz': 3800, '4oz': 7000 }],
    ['barrier-rescue-oil', 'Focus Care', { '1oz': 3500, '2oz': 4400 }],
    ['floral-wood-body-oil', 'Body Care', { single: 4600, size: '4oz' }],
    ['vanilla-sun-body-oil', 'Body Care', { single: 4800, size: '4oz' }],
    ['neroli-dusk-body-oil', 'Body Care', { single: 5200, size: '4oz' }],
    ['orchard-hand-cuticle-oil', 'Body Care', { single: 2600, size: '1oz' }],
    ['silk-root-hair-oil', 'Body & Hair', { single: 5600, size: '4oz' }],
    ['sunday-ritual-oil', 'Head-to-Toe Care', { single: 5800, size: '4oz' }],
    ['meadow-calm-oil', 'Head-to-Toe Care', { single: 5400, size: '4oz' }],
    ['tender-bloom-intimate-oil', 'Intimate Care', { single: 2400, size: '1oz' }],
  ])
})

test('there are six serums, three for focus care and eight for body and hair, and every product is in one', () => {
  expect(collections.map((collection) => [collection.slug, collection.products.length])).toEqual([
    ['facial-serums', 6],
    ['focus-care', 3],
    ['body-hair', 8],
  ])
  const ids = products.map(({ id }) => id)
  expect(new Set(collections.flatMap((collection) => collection.products))).toEqual(new Set(ids))
  expect(needs.map(({ name }) => name)).toEqual([
    'Glow & radiance',
    'Calm & comfort',
    'Clear-looking skin',
    'Body & hair',
  ])
})

test('an id is the slug of the name', () => {
  expect(products.map(({ id }) => id)).toEqual(products.map(({ name }) => slugify(name)))
})

test('the four to six key ingredients are in the formula, and the formula’s ingredients in the glossary', () => {
  expect(products.filter(({ keyIngredients: { length } }) => length < 4 || length > 6)).toEqual([])
  expect(
    products.flatMap((product) => product.keyIngredients.filter((slug) => !product.ingredients.includes(slug))),
  ).toEqual([])
  expect(products.flatMap((product) => product.ingredients.filter((slug) => !glossary.has(slug)))).toEqual([])
  expect(products.filter((product) => new Set(product.ingredients).size !== product.ingredients.length)).toEqual([])
})

test('every ingredient is in at least one product', () => {
  const used = new Set(products.flatMap((product) => product.ingredients))
  expect(ingredients.filter(({ slug }) => !used.has(slug))).toEqual([])
})

test('the label lists the formula in order, then only starred scent components', () => {
  for (const { id, inci, ingredients: slugs } of products) {
    const [list = ''] = inci.split('. *')
    const entries = list.replace(/\.$/, '').split(', ')
    const latin = slugs.map((slug) => glossary.get(slug)?.inci)
    expect(entries.slice(0, latin.length), id).toEqual(latin)
    expect(
      entries.slice(latin.length).filter((entry) => !/^[A-Z][A-Za-z ]+\*$/.test(entry)),
      id,
    ).toEqual([])
  }
})

test('scent components are named exactly where an aromatic is in the formula', () => {
  const withoutScent = productsWithout('essential-oils')
  expect(products.filter(({ inci }) => !inci.includes('*')).map(({ id }) => id)).toEqual(withoutScent)
})

test('calendula and chamomile are steeped in jojoba, so they never come without it', () => {
  const steeped = products.filter(
    (product) => product.ingredients.includes('calendula') || product.ingredients.includes('chamomile'),
  )
  expect(steeped.length).toBeGreaterThan(0)
  expect(steeped.filter((product) => !product.ingredients.includes('jojoba-oil'))).toEqual([])
})

test('there is still a choice with any exclusion', () => {
  expect(productsWithout('nuts', 'essential-oils')).toEqual([
    'first-light-serum',
    'barrier-rescue-oil',
    'meadow-calm-oil',
    'tender-bloom-intimate-oil',
  ])
  expect(productsWithout('nuts').length).toBeGreaterThanOrEqual(3)
  expect(productsWithout('coconut').length).toBeGreaterThanOrEqual(3)
  expect(productsWithout('essential-oils').length).toBeGreaterThanOrEqual(3)
  expect(productsWithout('stone-fruit').length).toBeGreaterThanOrEqual(3)
  expect(productsWithout('olive').length).toBeGreaterThanOrEqual(3)
  expect(productsWithout('nuts', 'coconut', 'essential-oils', 'stone-fruit', 'olive')).toContain('meadow-calm-oil')
})

test('what a text says is left out is not in the formula', () => {
  const saying = (words: RegExp) =>
    products.filter((product) => copyOf(product).some((text) => words.test(text))).map(({ id }) => id)
  const broken = (words: RegExp, group: IngredientGroup) =>
    saying(words).filter((id) => !productsWithout(group).includes(id))
  expect(saying(/\bno nuts\b/i)).toContain('barrier-rescue-oil')
  expect(broken(/\bno nuts\b/i, 'nuts')).toEqual([])
  expect(
    broken(/\bno essential oils\b|\bunscented\b|\bno added scent\b|\bfragrance-free\b/i, 'essential-oils'),
  ).toEqual([])
})

test('a text that counts its ingredients counts right', () => {
  const numbers = ['five', 'six', 'seven']
  const counting = products.flatMap((product) =>
    copyOf(product).flatMap((text) =>
      Array.from(text.matchAll(/\b(five|six|seven)(?: quiet)? ingredients\b/gi), (match) => ({
        product,
        word: match[1] ?? '',
      })),
    ),
  )
  expect(counting.length).toBeGreaterThan(0)
  expect(
    counting.filter(({ product, word }) => numbers.indexOf(word.toLowerCase()) + 5 !== product.ingredients.length),
  ).toEqual([])
})

test('every oil has its facts, none of which contradicts its ingredients', () => {
  const rows = ['Good for', 'Scent', 'Texture', 'Absorbs in', 'When', 'Vegan']
  for (const product of products) {
    const facts = factsOf(product)
    expect(contradictionIn(facts.scents, facts), product.id).toBeUndefined()
    expect(
      factRows(facts).map(({ label }) => label),
      product.id,
    ).toEqual(expect.arrayContaining(rows))
    expect(facts.scents.includes('unscented'), product.id).toBe(facts.freeOf.includes('essential-oils'))
  }
})

test('every oil says how it feels at three moments, each with a heading and a sentence', () => {
  expect(products.filter(({ feel = [] }) => feelMoments(feel).filter(({ text }) => text !== '').length !== 3)).toEqual(
    [],
  )
})

test('four to six benefits, each under 60 characters', () => {
  expect(products.filter(({ benefits: { length } }) => length < 4 || length > 6)).toEqual([])
  expect(products.flatMap(({ benefits }) => benefits).filter(({ length }) => length >= 60)).toEqual([])
})

test('a short description is one or two sentences, a description two or three paragraphs', () => {
  expect(products.filter(({ shortDescription }) => !/^[^.]+\.( [^.]+\.)?$/.test(shortDescription))).toEqual([])
  expect(products.filter(({ description }) => ![2, 3].includes(description.split('\n\n').length))).toEqual([])
})

test('a bottle lasts between three weeks and eight months', () => {
  const smallest = ({ prices }: SeedProduct) => ('single' in prices ? prices.size : '1oz')
  const days = (product: SeedProduct) =>
    (Number.parseInt(smallest(product), 10) * 29.57 * 20) / (product.dropsPerUse * product.usesPerDay)
  expect(products.filter((product) => days(product) < 21 || days(product) > 240)).toEqual([])
})

test('no catalog text makes a claim', () => {
  const texts = [
    ...products.flatMap(copyOf),
    ...ingredients.flatMap(({ name, richIn, benefits, properties, summary }) => [
      name,
      richIn,
      benefits,
      properties,
      summary,
    ]),
  ]
  expect(texts.flatMap((text) => findClaims(text).map(({ rule, phrase }) => `${rule}: ${phrase} in: ${text}`))).toEqual(
    [],
  )
})

test('the intimate oil says what it is not, and warns about latex', () => {
  const text = products.find(({ id }) => id === 'tender-bloom-intimate-oil')?.description
  expect(text).toContain('not a lubricant')
  expect(text).toContain('Oil weakens latex condoms')
})

test('no exclamation marks in the shop’s own copy', () => {
  const texts = [
    ...products.flatMap(copyOf),
    ...ingredients.flatMap(({ richIn, benefits, properties, summary }) => [richIn, benefits, properties, summary]),
  ]
  expect(texts.filter((text) => text.includes('!'))).toEqual([])
})

test('demo reviews are many, uneven, and about two years old at most', () => {
  expect(demoReviews.length).toBeGreaterThanOrEqual(110)
  expect(demoReviews.length).toBeLessThanOrEqual(130)
  expect(new Set(demoReviews.map(({ rating }) => rating))).toEqual(new Set([2, 3, 4, 5]))
  expect(demoReviews.filter(({ daysAgo }) => !Number.isInteger(daysAgo) || daysAgo < 3 || daysAgo > 730)).toEqual([])
  const verified = demoReviews.filter((review) => review.verified).length / demoReviews.length
  expect(verified).toBeGreaterThan(0.5)
  expect(verified).toBeLessThan(0.7)
})

test('one product has no reviews, two have many, and the brand has its own', () => {
  const count = (id: string | null) => demoReviews.filter(({ productId }) => productId === id).length
  expect(products.filter(({ id }) => count(id) === 0).map(({ id }) => id)).toEqual(['orchard-hand-cuticle-oil'])
  expect(count('forever-skin-serum')).toBeGreaterThanOrEqual(15)
  expect(count('pure-bloom')).toBeGreaterThanOrEqual(15)
  expect(count(null)).toBe(14)
  const ids = new Set(products.map(({ id }) => id))
  expect(demoReviews.filter(({ productId }) => productId !== null && !ids.has(productId))).toEqual([])
})

test('reviews fit the form’s limits and no two say the same', () => {
  expect(demoReviews.filter(({ title }) => title.length === 0 || title.length > 100)).toEqual([])
  expect(demoReviews.filter(({ body }) => body.length === 0 || body.length > 2000)).toEqual([])
  expect(
    demoReviews.filter(({ reviewerName }) => !/^\S+( \S+)+$/.test(reviewerName) || reviewerName.length > 50),
  ).toEqual([])
  expect(demoReviews.filter(({ reviewerLocation }) => (reviewerLocation?.length ?? 1) > 50)).toEqual([])
  expect(new Set(demoReviews.map(({ body }) => body)).size).toBe(demoReviews.length)
  expect(new Set(demoReviews.map(({ title }) => title)).size).toBe(demoReviews.length)
})

test('a reviewer writes from one place', () => {
  const names = new Set(demoReviews.map(({ reviewerName }) => reviewerName))
  const namesAndPlaces = new Set(
    demoReviews.map(({ reviewerName, reviewerLocation }) => `${reviewerName}, ${reviewerLocation}`),
  )
  expect(namesAndPlaces.size).toBe(names.size)
  // Some wrote several: the testimonial rotation must keep those apart.
  expect(names.size).toBeLessThan(demoReviews.length - 10)
})

test('no review makes a drug claim', () => {
  expect(
    demoReviews.flatMap(({ title, body }) =>
      findDrugClaims(`${title}\n${body}`).map(({ rule, phrase }) => `${rule}: ${phrase} in: ${title}`),
    ),
  ).toEqual([])
})
