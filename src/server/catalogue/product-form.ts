import type { BlendEntry } from '#domain/catalogue/fields.ts'
import {
  COLLECTIONS_FIELD,
  INGREDIENTS_FIELD,
  OFFER_FIELDS,
  PRICE_FIELDS,
  SALE_FIELD,
  SINGLE_PRICE_FIELD,
  SINGLE_SIZE_FIELD,
  STOCK_FIELDS,
} from '#domain/catalogue/offer-fields.ts'
import { DRAFT_FIELDS, PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { isSize, type Pricing, SIZES, type SizePrices } from '#domain/catalogue/sizes.ts'
import { STOCK_UNITS } from '#domain/catalogue/stock.ts'
import { plainDollars, readDollars } from '#domain/money/dollars.ts'
import { type Fields, type FormRead, tidy } from '#server/platform/http/form-fields.ts'
import type { ProductParts, ProductStock } from './catalogue.views.ts'
import { describedForm } from './described-form.ts'

type PartForm<Value> = { toFields: (value: Value) => Fields; read: (fields: Fields) => FormRead<Value> }

export const textsForm = describedForm(PRODUCT_FIELDS)
/** For a product that isn't on sale. */
export const draftTextsForm = describedForm(DRAFT_FIELDS)

/** Converts each part of a product to form fields or CSV cells, and back. */
export const productForms = {
  texts: textsForm,
  pricing: { toFields: toPricingFields, read: readPricingFields },
  stock: { toFields: toStockFields, read: readStockFields },
  sale: { toFields: toSaleFields, read: readSaleFields },
  collections: { toFields: toCollectionsField, read: readCollectionsField },
} satisfies { [Part in keyof ProductParts]: PartForm<ProductParts[Part]> }

const TICK = 'collection:'

/** The collections of a product as tick boxes. */
export const collectionTicks = {
  toFields: (slugs: readonly string[]): Fields => Object.fromEntries(slugs.map((slug) => [TICK + slug, 'yes'])),
  read: (sent: Fields): string[] =>
    Object.keys(sent).flatMap((name) =>
      name.startsWith(TICK) && sent[name] === 'yes' ? [name.slice(TICK.length)] : [],
    ),
}

/** The columns of the import file and the fields they map to. */
export const CSV_FIELDS: readonly { name: string; column: string }[] = [
  ...Object.entries(PRODUCT_FIELDS).flatMap(([name, field]) =>
    'column' in field ? [{ name, column: field.column }] : [],
  ),
  INGREDIENTS_FIELD,
  ...OFFER_FIELDS,
  COLLECTIONS_FIELD,
]

/** The blend in one cell of a file. The form has a place and a tick box for each ingredient instead. */
export const ingredientsCell = {
  toFields: (blend: readonly BlendEntry[]): Fields => ({
    [INGREDIENTS_FIELD.name]: blend.map(({ slug, isKey }) => (isKey ? `${slug}*` : slug)).join('; '),
  }),
  read: (cell: string): BlendEntry[] => {
    const names = tidy(cell)
      .split(';')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== '')
    return [...new Set(names)].map((name) => ({ slug: name.replace(/\*$/, '').trim(), isKey: name.endsWith('*') }))
  },
}

function toPricingFields(pricing: Pricing): Fields {
  const prices: SizePrices = pricing.kind === 'sized' ? pricing.prices : {}
  return {
    kind: pricing.kind,
    ...Object.fromEntries(SIZES.map((size) => [PRICE_FIELDS[size].name, inDollars(prices[size])])),
    [SINGLE_PRICE_FIELD.name]: pricing.kind === 'single' ? plainDollars(pricing.priceCents) : '',
    [SINGLE_SIZE_FIELD.name]: (pricing.kind === 'single' && pricing.info) || '',
  }
}

function readPricingFields(fields: Fields): FormRead<Pricing> {
  if (fields.kind !== 'single' && fields.kind !== 'sized')
    return { ok: false, errors: { kind: 'Choose one of the two.' } }
  if (fields.kind === 'single') {
    const price = readDollars(fields[SINGLE_PRICE_FIELD.name] ?? '')
    if (!price.ok) return { ok: false, errors: { [SINGLE_PRICE_FIELD.name]: price.problem } }
    const size = fields[SINGLE_SIZE_FIELD.name] ?? ''
    if (size !== '' && !isSize(size))
      return { ok: false, errors: { [SINGLE_SIZE_FIELD.name]: 'There is no such size.' } }
    return { ok: true, value: { kind: 'single', priceCents: price.cents, info: size || null } }
  }
  const prices: SizePrices = {}
  const errors: Fields = {}
  for (const size of SIZES) {
    const { name } = PRICE_FIELDS[size]
    const given = tidy(fields[name])
    if (given === '') continue
    const price = readDollars(given)
    if (price.ok) prices[size] = price.cents
    else errors[name] = price.problem
  }
  if (Object.keys(errors).length === 0 && Object.keys(prices).length === 0)
    errors[PRICE_FIELDS[SIZES[0]].name] = 'Give at least one size a price.'
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: { kind: 'sized', prices } }
}

function toStockFields(stock: ProductStock): Fields {
  return Object.fromEntries(STOCK_UNITS.map((place) => [STOCK_FIELDS[place].name, String(stock[place] ?? '')]))
}

function readStockFields(fields: Fields): FormRead<ProductStock> {
  const stock: ProductStock = { '1oz': null, '2oz': null, '4oz': null, single: null }
  const errors: Fields = {}
  for (const place of STOCK_UNITS) {
    const { name } = STOCK_FIELDS[place]
    const given = tidy(fields[name])
    if (given === '') continue
    if (/^\d{1,6}$/.test(given)) stock[place] = Number(given)
    else errors[name] = 'Enter a whole number up to 999,999, or leave it blank.'
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: stock }
}

function toSaleFields({ isActive }: ProductParts['sale']): Fields {
  return { [SALE_FIELD.name]: isActive ? 'yes' : 'no' }
}

function readSaleFields(fields: Fields): FormRead<ProductParts['sale']> {
  const given = tidy(fields[SALE_FIELD.name])
  return given === 'yes' || given === 'no'
    ? { ok: true, value: { isActive: given === 'yes' } }
    : { ok: false, errors: { [SALE_FIELD.name]: 'Write yes or no.' } }
}

/** In one cell of a file: the slugs, separated by semicolons. */
function toCollectionsField(slugs: readonly string[]): Fields {
  return { [COLLECTIONS_FIELD.name]: slugs.join('; ') }
}

function readCollectionsField(fields: Fields): FormRead<string[]> {
  const slugs = tidy(fields[COLLECTIONS_FIELD.name])
    .split(';')
    .map((slug) => slug.trim().toLowerCase())
  return { ok: true, value: [...new Set(slugs.filter((slug) => slug !== ''))] }
}

function inDollars(cents: number | undefined): string {
  return cents === undefined ? '' : plainDollars(cents)
}
