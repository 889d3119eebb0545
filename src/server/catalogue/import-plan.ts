import { findClaims } from '#domain/catalogue/claims.ts'
import type { BlendEntry } from '#domain/catalogue/fields.ts'
import type { GatheredProduct } from '#domain/catalogue/gather-products.ts'
import type { ImportFormat } from '#domain/catalogue/import-columns.ts'
import type { ImportRemark } from '#domain/catalogue/import-rows.ts'
import {
  COLLECTIONS_FIELD,
  INGREDIENTS_FIELD,
  PRICE_FIELDS,
  SALE_FIELD,
  SINGLE_PRICE_FIELD,
} from '#domain/catalogue/offer-fields.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import type { ProductPicture } from '#domain/catalogue/product.ts'
import { saleChecklist, saleRefusal } from '#domain/catalogue/ready-for-sale.ts'
import type { Pricing } from '#domain/catalogue/sizes.ts'
import { isSlug, slugify } from '#domain/text/slug.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import { type Fields, type FormRead, tidy } from '#server/platform/http/form-fields.ts'
import type { ImportLine, ImportOptions, ImportPlan, ProductParts } from './catalogue.views.ts'
import { withBlend } from './described-form.ts'
import type { ImportFile, RefusedFile } from './import-file.ts'
import { CSV_FIELDS, draftTextsForm, ingredientsCell, productForms, textsForm } from './product-form.ts'
import { NAME_TAKEN } from './products.edits.ts'

/** A collection that a file may name, in the order of the menu. */
export type KnownCollection = { slug: string; formerSlugs: readonly string[] }

/** What is stored, as far as the file may be about it. */
export type Stored = {
  products: ReadonlyMap<string, ProductParts>
  idByName: ReadonlyMap<string, string>
  collections: readonly KnownCollection[]
  ingredients: ReadonlySet<string>
  /** By product. A new one has none, unless one was rendered under its id. */
  pictures: ReadonlyMap<string, ProductPicture[]>
}

type WantedParts = { [Part in keyof ProductParts]: FormRead<ProductParts[Part]> }

/** What the file says about one product: the stored values, undefined for a new one, and the wanted ones. */
export type PlannedRow = { line: ImportLine; current: ProductParts | undefined; wanted: WantedParts }

type Planned = {
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

/** What the file would create and change. */
export function planImport(
  file: ImportFile,
  stored: Stored,
  options: ImportOptions,
): { plan: ImportPlan; rows: PlannedRow[] } {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  const planned = file.products.map((product) => {
    const { line } = product
    const { id, notes, problem } = resolveId(product, file.format, stored)
    if (problem !== undefined) return refused({ line, column: 'id', problem })
    const first = seen.get(id)
    if (first !== undefined)
      return refused({ line, column: 'id', problem: `${id} stands here twice, first in line ${first}.` })
    seen.set(id, line)
    const read = readProduct({ ...product, notes: [...product.notes, ...notes] }, { id, file, stored, options })
    const taken = problemOfName(read.row, stored, names)
    return { row: read.row, problems: [...read.problems, ...taken] }
  })
  return toPlan(file, planned, options)
}

/** Finds the product that is meant: by its address, or by its name. Otherwise the address of a new one. */
function resolveId(
  { id, name, line }: GatheredProduct,
  format: ImportFormat,
  { products, idByName }: Stored,
): { id: string; notes: ImportRemark[]; problem?: string } {
  if (products.has(id)) return { id, notes: [] }
  const named = idByName.get(name)
  if (named !== undefined && (id === '' || format !== 'own')) {
    const problem = `There is “${name}” at /products/${named}; this is about it.`
    return { id: named, notes: id === '' ? [] : [{ line, problem }] }
  }
  const slug = slugify(id) || slugify(name)
  if (slug === '') return { id: '', notes: [], problem: 'A new product needs a name with letters or digits.' }
  if (!isSlug(slug)) return { id: '', notes: [], problem: 'This address is too long.' }
  if (products.has(slug))
    return { id: '', notes: [], problem: `There is a product at /products/${slug} already, under another name.` }
  const isOther = id !== '' && slug !== id
  return { id: slug, notes: isOther ? [{ line, problem: `“${id}” becomes /products/${slug}.` }] : [] }
}

/** Names are unique, both within the file and against the shop. */
function problemOfName(row: PlannedRow | undefined, { idByName }: Stored, seen: Map<string, string>): ImportRemark[] {
  if (!row?.wanted.texts.ok) return []
  const { productId, line } = row.line
  const { name } = row.wanted.texts.value
  const isTwice = seen.has(name)
  seen.set(name, productId)
  const isTaken = (idByName.get(name) ?? productId) !== productId
  if (!isTwice && !isTaken) return []
  return [{ line, column: 'name', problem: isTwice ? 'This name stands here twice.' : NAME_TAKEN }]
}

type Reading = { id: string; file: ImportFile; stored: Stored; options: ImportOptions }

function readProduct(product: GatheredProduct, { id, file, stored, options }: Reading): Planned {
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
    texts: (isForSale ? textsForm : draftTextsForm).read(withBlend(fields, blend)),
    pricing: isForSale ? productForms.pricing.read(fields) : readDraftPricing(fields),
    stock: productForms.stock.read(fields),
    sale: productForms.sale.read(fields),
    collections: inMenuOrder(productForms.collections.read(fields), stored.collections),
  }
  problems.push(...Object.values(wanted).flatMap((part) => problemsOf(line, part)))
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

/** Texts of other shops were never checked here for what a cosmetic may not claim. */
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
    ...productForms.texts.toFields(texts),
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
      ...productForms.texts.toFields(texts.value),
      ...ingredientsCell.toFields(texts.value.ingredients),
    }),
    ...(pricing.ok && productForms.pricing.toFields(pricing.value)),
    ...(stock.ok && productForms.stock.toFields(stock.value)),
    ...(sale.ok && productForms.sale.toFields(sale.value)),
    ...(collections.ok && productForms.collections.toFields(collections.value)),
  }
}

function unknownIngredients(line: number, blend: readonly BlendEntry[], known: ReadonlySet<string>): ImportRemark[] {
  return blend
    .filter(({ slug }) => !known.has(slug))
    .map(({ slug }) => ({ line, column: INGREDIENTS_FIELD.column, problem: `${slug} is not in the glossary.` }))
}

/** Their current slugs, whatever slug a file names them by: an export outlives a change of address. */
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

function refused(...problems: ImportRemark[]): Planned {
  return { row: undefined, problems }
}

function toPlan(
  { format, columns, products, problems }: ImportFile,
  planned: readonly Planned[],
  { leaveOut = false }: ImportOptions,
): { plan: ImportPlan; rows: PlannedRow[] } {
  // A row that is no size of ours does not keep the other sizes of its product out.
  const all = [
    ...problems,
    ...products.flatMap((product) => product.problems),
    ...planned.flatMap((one) => one.problems),
  ]
  const remarks = all.toSorted((a, b) => a.line - b.line)
  const rows = planned.flatMap((one) => (one.row && (!leaveOut || one.problems.length === 0) ? [one.row] : []))
  const lines = rows.map(({ line }) => line)
  const leftOut = leaveOut ? remarks : []
  const version = versionToken({ lines, leftOut })
  return { plan: { format, columns, lines, problems: leaveOut ? [] : remarks, leftOut, version }, rows }
}

/** The plan for a file of which nothing can be planned. */
export function planOfRefused({ format, columns = [], problems }: RefusedFile): ImportPlan {
  return { format, columns, lines: [], problems, leftOut: [], version: versionToken(problems) }
}
