import { isSize, type Pricing, SIZES, type SizePrices } from '#domain/catalogue/sizes.ts'
import { STOCK_PLACES } from '#domain/catalogue/stock.ts'
import { plainDollars, readDollars } from '#domain/money/dollars.ts'
import { errorsOf, type Fields, type FormRead, tidy, wholeNumber } from '#server/platform/http/form-fields.ts'
import type { ProductTexts, ProductStock } from './catalogue.views.ts'
import { textsSchema } from './product-schemas.ts'

/** A place in the order of ingredients stands under this and the ingredient's slug; so does the mark of a key one. */
export const PLACE = 'place:'
export const KEY = 'key:'

export function toTextFields({ benefits, ingredients, dropsPerUse, usesPerDay, ...texts }: ProductTexts): Fields {
  return {
    ...texts,
    benefits: benefits.join('\n'),
    dropsPerUse: String(dropsPerUse),
    usesPerDay: String(usesPerDay),
    ...Object.fromEntries(
      ingredients.flatMap(({ slug, isKey }, index) => [
        [PLACE + slug, String(index + 1)],
        ...(isKey ? [[KEY + slug, 'yes']] : []),
      ]),
    ),
  }
}

export function readTextFields(fields: Fields): FormRead<ProductTexts> {
  const misplaced = Object.keys(fields).find((name) => name.startsWith(PLACE) && !/^\d{0,3}$/.test(tidy(fields[name])))
  const read = textsSchema.safeParse({
    name: tidy(fields.name),
    category: fields.category ?? '',
    shortDescription: tidy(fields.shortDescription),
    description: tidy(fields.description),
    benefits: lines(fields.benefits),
    inci: tidy(fields.inci),
    howToUse: tidy(fields.howToUse),
    patchTest: tidy(fields.patchTest),
    dropsPerUse: wholeNumber(fields.dropsPerUse),
    usesPerDay: wholeNumber(fields.usesPerDay),
    ingredients: inOrder(fields),
  })
  if (misplaced === undefined && read.success) return { ok: true, value: read.data }
  return {
    ok: false,
    errors: {
      ...(read.error && errorsOf(read.error)),
      ...(misplaced !== undefined && { ingredients: 'A place in the order is a whole number.' }),
    },
  }
}

export function toPricingFields(pricing: Pricing): Fields {
  const prices: SizePrices = pricing.kind === 'sized' ? pricing.prices : {}
  const sized = SIZES.map((size) => [`price${size}`, inDollars(prices[size])])
  return {
    kind: pricing.kind,
    ...Object.fromEntries(sized),
    priceSingle: pricing.kind === 'single' ? plainDollars(pricing.priceCents) : '',
    singleSize: (pricing.kind === 'single' && pricing.info) || '',
  }
}

export function readPricingFields(fields: Fields): FormRead<Pricing> {
  if (fields.kind !== 'single' && fields.kind !== 'sized')
    return { ok: false, errors: { kind: 'Choose one of the two.' } }
  if (fields.kind === 'single') {
    const price = readDollars(fields.priceSingle ?? '')
    if (!price.ok) return { ok: false, errors: { priceSingle: price.problem } }
    const size = fields.singleSize ?? ''
    if (size !== '' && !isSize(size)) return { ok: false, errors: { singleSize: 'There is no such size.' } }
    return { ok: true, value: { kind: 'single', priceCents: price.cents, info: size || null } }
  }
  const prices: SizePrices = {}
  const errors: Fields = {}
  for (const size of SIZES) {
    const given = tidy(fields[`price${size}`])
    if (given === '') continue
    const price = readDollars(given)
    if (price.ok) prices[size] = price.cents
    else errors[`price${size}`] = price.problem
  }
  if (Object.keys(errors).length === 0 && Object.keys(prices).length === 0)
    errors.price1oz = 'Give at least one size a price.'
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: { kind: 'sized', prices } }
}

export function toStockFields(stock: ProductStock): Fields {
  return Object.fromEntries(STOCK_PLACES.map((place) => [`stock${capital(place)}`, String(stock[place] ?? '')]))
}

export function readStockFields(fields: Fields): FormRead<ProductStock> {
  const stock: ProductStock = { '1oz': null, '2oz': null, '4oz': null, single: null }
  const errors: Fields = {}
  for (const place of STOCK_PLACES) {
    const name = `stock${capital(place)}`
    const given = tidy(fields[name])
    if (given === '') continue
    if (/^\d{1,6}$/.test(given)) stock[place] = Number(given)
    else errors[name] = 'Write a whole number of bottles, or nothing.'
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: stock }
}

function lines(text: string | undefined): string[] {
  return tidy(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function inOrder(fields: Fields): ProductTexts['ingredients'] {
  return Object.entries(fields)
    .filter(([name, place]) => name.startsWith(PLACE) && Number(place) > 0)
    .toSorted(([a, place], [b, other]) => Number(place) - Number(other) || (a < b ? -1 : 1))
    .map(([name]) => name.slice(PLACE.length))
    .map((slug) => ({ slug, isKey: fields[KEY + slug] === 'yes' }))
}

function inDollars(cents: number | undefined): string {
  return cents === undefined ? '' : plainDollars(cents)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
