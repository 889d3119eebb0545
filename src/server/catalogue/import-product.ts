import { findClaims } from '#domain/catalogue/claims.ts'
import { blendFacts, contradictionIn, type OriginOf } from '#domain/catalogue/facts.ts'
import type { BlendEntry } from '#domain/catalogue/fields.ts'
import type { GatheredProduct } from '#domain/catalogue/gather-products.ts'
import type { ImportRemark } from '#domain/catalogue/import-rows.ts'
import {
  COLLECTIONS_FIELD,
  INGREDIENTS_FIELD,
  PRICE_FIELDS,
  SALE_FIELD,
  SINGLE_PRICE_FIELD,
} from '#domain/catalogue/offer-fields.ts'
import { PRODUCT_FIELDS, type ProductTexts } from '#domain/catalogue/product-fields.ts'
import type { ProductPicture } from '#domain/catalogue/product.ts'
import { saleChecklist, saleRefusal } from '#domain/catalogue/ready-for-sale.ts'
import type { Pricing } from '#domain/catalogue/sizes.ts'
import { type Fields, type FormRead, tidy } from '#server/platform/http/form-fields.ts'
import type { ImportLine, ImportOptions, ProductParts } from './catalogue.views.ts'
import { withBlend } from './described-form.ts'
import type { ImportFile } from './import-file.ts'
import { CSV_FIELDS, draftTextsForm, ingredientsCell, productForms, textsForm } from './product-form.ts'

/** A collection that a file may name, in the order of the menu. */
export type KnownCollection = { slug: string; formerSlugs: readonly string[] }

/** The stored products that the file may be about. */
export type Stored = {
  products: ReadonlyMap<string, ProductParts>
  idByName: ReadonlyMap<string, string>
  collections: readonly KnownCollection[]
  ingredients: ReadonlyMap<string, OriginOf>
  /** By product. A new one doesn't have any, unless one was rendered under its ID. */
  pictures: ReadonlyMap<string, ProductPicture[]>
}

type WantedParts = { [Part in keyof ProductParts]: FormRead<ProductParts[Part]> }

/** What the file says about one product: the stored values, undefined for a new one, and the wanted ones. */
export type PlannedRow = { line: ImportLine; current: ProductParts | undefined; wanted: WantedParts }

export type Planned = {
  row: PlannedRow | undefined
  /** Why the product can't be imported. */
  problems: ImportRemark[]
}

const REQUIRED = Object.values(PRODUCT_FIELDS).flatMap((field) =>
  'isRequired' in field && field.isRequired ? [field.column] : [],
)

const COPY = Object.entries(PRODUCT_FIELDS).flatMap(([name, field]) =>
  'isCopy' in field && field.isCopy ? [{ name, column: field.column }] : [],
)

type Reading = { id: string; file: ImportFile; stored: Stored; options: ImportOptions }

/** What the file wants for one product, validated by the rules of the desk's forms. */
export function readProduct(product: GatheredProduct, { id, file, stored, options }: Reading): Planned {
  const current = stored.products.get(id)
  const missing = current ? [] : REQUIRED.filter((column) => !isGiven(product, column, options))
  if (missing.length > 0) return refused(...missingProblems(product, file, missing))
  const before = current ? toFields(current) : {}
  const fields = current ? { ...before } : newFields(product, options)
  for (const { name, column } of CSV_FIELDS) {
    const cell = product.given.get(column)
    if (cell !== undefined) fields[name] = tidy(cell)
  }
  if (!current) fields[SALE_FIELD.name] = options.putOnSale && product.isPublished ? 'yes' : 'no'
  const isForSale = fields[SALE_FIELD.name] === 'yes'
  const problems: ImportRemark[] = []
  const { line, pictures } = product
  // The kind of a product follows from the prices it has.
  fields.kind = fields[SINGLE_PRICE_FIELD.name] === '' ? 'sized' : 'single'
  if (fields.kind === 'single' && Object.values(PRICE_FIELDS).some(({ name }) => fields[name] !== '')) {
    const problem = 'A product has either one price or a price for each size.'
    problems.push({ line, column: SINGLE_PRICE_FIELD.column, problem })
  }
  const blend = ingredientsCell.read(fields[INGREDIENTS_FIELD.name] ?? '')
  problems.push(...unknownIngredients(line, blend, stored.ingredients))
  const wanted: WantedParts = {
    texts: (isForSale ? textsForm : draftTextsForm).readCells(withBlend(fields, blend)),
    pricing: isForSale ? productForms.pricing.read(fields) : readDraftPricing(fields),
    stock: productForms.stock.read(fields),
    sale: productForms.sale.read(fields),
    collections: inMenuOrder(productForms.collections.read(fields), stored.collections),
  }
  problems.push(...Object.values(wanted).flatMap((part) => problemsOf(line, part)))
  const contradiction = wanted.texts.ok ? contradictionOf(wanted.texts.value, stored.ingredients) : undefined
  if (contradiction !== undefined) problems.push({ line, column: PRODUCT_FIELDS.scents.column, problem: contradiction })
  const gaps = current?.sale.isActive ? undefined : gapsForSale(wanted, stored.pictures.get(id) ?? [])
  if (gaps !== undefined && current) problems.push({ line, column: SALE_FIELD.column, problem: gaps })
  // A new product is a draft until nothing is missing.
  if (gaps !== undefined && !current) wanted.sale = { ok: true, value: { isActive: false } }
  const after = { ...fields, ...asStored(wanted) }
  const changes = CSV_FIELDS.flatMap(({ name, column }) =>
    (before[name] ?? '') === (after[name] ?? '')
      ? []
      : [{ column, before: before[name] ?? '', after: after[name] ?? '' }],
  )
  const notes = [
    ...product.notes,
    ...derivedNotes(product, current),
    ...(gaps !== undefined && !current ? [{ line, column: SALE_FIELD.column, problem: gaps }] : []),
    ...claimsIn(line, changes),
  ]
  const name = current?.texts.name ?? fields.name ?? ''
  return {
    row: { line: { line, productId: id, name, isNew: !current, changes, notes, pictures }, current, wanted },
    problems,
  }
}

/** A draft may have no price yet. */
function readDraftPricing(fields: Fields): FormRead<Pricing> {
  const prices = [SINGLE_PRICE_FIELD, ...Object.values(PRICE_FIELDS)]
  return prices.every(({ name }) => (fields[name] ?? '') === '')
    ? { ok: true, value: { kind: 'sized', prices: {} } }
    : productForms.pricing.read(fields)
}

/** What keeps a product from going on sale; undefined if it is not meant to, or nothing does. */
function gapsForSale({ texts, pricing, sale }: WantedParts, pictures: readonly ProductPicture[]): string | undefined {
  if (!texts.ok || !pricing.ok || !sale.ok || !sale.value.isActive) return undefined
  return saleRefusal(saleChecklist({ texts: texts.value, pricing: pricing.value, pictures }))
}

function newFields({ derived }: GatheredProduct, { category = '' }: ImportOptions): Fields {
  const empty = Object.fromEntries(CSV_FIELDS.map(({ name }) => [name, '']))
  const texts = CSV_FIELDS.flatMap(({ name, column }) =>
    derived.has(column) ? [[name, derived.get(column) ?? '']] : [],
  )
  return { ...empty, ...textsForm.initial, category: tidy(category), ...Object.fromEntries(texts) }
}

function isGiven({ given, derived }: GatheredProduct, column: string, { category = '' }: ImportOptions): boolean {
  const said = given.get(column) ?? derived.get(column) ?? (column === 'category' ? category : '')
  return said.trim() !== ''
}

function missingProblems({ line, id }: GatheredProduct, { format }: ImportFile, missing: string[]): ImportRemark[] {
  if (format === 'own') {
    const problem = `There is no product “${id}”. A new one needs ${missing.join(', ')} in this file.`
    return [{ line, column: 'id', problem }]
  }
  return missing.map((column) => ({
    line,
    column,
    problem:
      column === 'category'
        ? 'This product has no category. Choose one below for all that have none.'
        : 'A new product needs this, and the file has nothing.',
  }))
}

function derivedNotes({ derived, given, line }: GatheredProduct, current: ProductParts | undefined): ImportRemark[] {
  if (current) return []
  return [...derived.keys()]
    .filter((column) => !given.has(column))
    .map((column) => ({
      line,
      column,
      problem:
        column === 'short_description' ? 'Taken from the beginning of the description.' : 'Taken from the short one.',
    }))
}

/** Other shops' texts were never checked for claims a cosmetic must not make. */
function claimsIn(line: number, changes: ImportLine['changes']): ImportRemark[] {
  return changes.flatMap(({ column, after }) =>
    COPY.some((field) => field.column === column)
      ? findClaims(after).map(({ phrase, why }) => ({ line, column, problem: `“${phrase}”: ${why}` }))
      : [],
  )
}

/** Every field of a product, as shown in a form or a file. */
export function toFields({ texts, pricing, stock, sale, collections }: ProductParts): Fields {
  return {
    ...productForms.texts.toCells(texts),
    ...ingredientsCell.toFields(texts.ingredients),
    ...productForms.pricing.toFields(pricing),
    ...productForms.stock.toFields(stock),
    ...productForms.sale.toFields(sale),
    ...productForms.collections.toFields(collections),
  }
}

/** The values as they will be stored: 25 becomes 25.00. */
function asStored({ texts, pricing, stock, sale, collections }: WantedParts): Fields {
  return {
    ...(texts.ok && {
      ...productForms.texts.toCells(texts.value),
      ...ingredientsCell.toFields(texts.value.ingredients),
    }),
    ...(pricing.ok && productForms.pricing.toFields(pricing.value)),
    ...(stock.ok && productForms.stock.toFields(stock.value)),
    ...(sale.ok && productForms.sale.toFields(sale.value)),
    ...(collections.ok && productForms.collections.toFields(collections.value)),
  }
}

function contradictionOf({ scents, ingredients }: ProductTexts, known: Stored['ingredients']): string | undefined {
  return contradictionIn(scents, blendFacts(ingredients.flatMap(({ slug }) => known.get(slug) ?? [])))
}

function unknownIngredients(line: number, blend: readonly BlendEntry[], known: Stored['ingredients']): ImportRemark[] {
  return blend
    .filter(({ slug }) => !known.has(slug))
    .map(({ slug }) => ({ line, column: INGREDIENTS_FIELD.column, problem: `${slug} is not in the glossary.` }))
}

/** Their current slugs, even if the file has older ones: an export may predate a change of address. */
function inMenuOrder(read: FormRead<string[]>, collections: readonly KnownCollection[]): FormRead<string[]> {
  if (!read.ok) return read
  const isNamed = ({ slug, formerSlugs }: KnownCollection) =>
    [slug, ...formerSlugs].some((known) => read.value.includes(known))
  const unknown = read.value.find(
    (named) => !collections.some(({ slug, formerSlugs }) => [slug, ...formerSlugs].includes(named)),
  )
  if (unknown !== undefined) {
    const known = collections.map(({ slug }) => slug).join('; ')
    return {
      ok: false,
      errors: { [COLLECTIONS_FIELD.name]: `There is no collection “${unknown}”. There are: ${known}.` },
    }
  }
  return { ok: true, value: collections.filter(isNamed).map(({ slug }) => slug) }
}

function problemsOf(line: number, part: FormRead<unknown>): ImportRemark[] {
  if (part.ok) return []
  return Object.entries(part.errors).map(([field, problem]) => ({
    line,
    column: CSV_FIELDS.find(({ name }) => name === field)?.column,
    problem,
  }))
}

export function refused(...problems: ImportRemark[]): Planned {
  return { row: undefined, problems }
}
