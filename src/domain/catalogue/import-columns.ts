import { COLLECTIONS_FIELD, INGREDIENTS_FIELD, OFFER_FIELDS } from './offer-fields.ts'
import { PRODUCT_FIELDS } from './product-fields.ts'

/** Where a file comes from: our own export, another shop's, or unknown. */
export type ImportFormat = 'own' | 'shopify' | 'woocommerce' | 'square' | 'other'

export const FORMAT_NAMES: Readonly<Record<ImportFormat, string>> = {
  own: 'Our own export',
  shopify: 'A Shopify product export',
  woocommerce: 'A WooCommerce product export',
  square: 'A Square item library',
  other: 'A file of another kind',
}

/** Columns of our own file: one line for each product. */
const OWN_COLUMNS: readonly { column: string; label: string }[] = [
  { column: 'id', label: 'Address, the end of /products/…' },
  ...Object.values(PRODUCT_FIELDS).flatMap((field) =>
    'column' in field ? [{ column: field.column, label: field.label }] : [],
  ),
  INGREDIENTS_FIELD,
  ...OFFER_FIELDS,
  COLLECTIONS_FIELD,
]

/** What a column of another shop's file may contain: such a file has a row for each size. */
const ROW_TARGETS = {
  product: 'Same value, same product',
  size: 'Size of the row',
  option_name: 'Name of an option',
  option_value: 'Value of an option',
  price: 'Price of the row ($)',
  stock: 'Quantity of the row',
  tracked: 'Inventory tracker (blank: not tracked)',
  in_stock: 'In stock, 1 or 0',
  published: 'On sale there',
  archived: 'No longer sold there',
  pictures: 'Addresses of pictures',
  row_type: 'Type of the row',
  row_id: 'Number of the row',
  row_sku: 'SKU of the row',
  parent: 'Product that the row belongs to',
} as const

export const LEFT_OUT = ''
export const UNDECIDED = '?'

/** Everything a column can be mapped to, with its label. */
export const IMPORT_TARGETS: Readonly<Record<string, string>> = {
  [LEFT_OUT]: 'Leave out',
  ...Object.fromEntries(OWN_COLUMNS.map(({ column, label }) => [column, label])),
  ...ROW_TARGETS,
}

/** Several columns may contain these. */
const REPEATABLE = new Set([LEFT_OUT, UNDECIDED, 'option_name', 'option_value', 'stock', 'published', 'pictures'])

type Known = Readonly<Record<string, string>>

const OPTIONS = /^(?:option|attribute) ?(?:name |value )?[1-9] ?(?:name|value(?:\(s\))?)?$/

const KNOWN: Readonly<Record<Exclude<ImportFormat, 'own'>, Known>> = {
  shopify: {
    handle: 'id',
    'url handle': 'id',
    title: 'name',
    'body (html)': 'description',
    description: 'description',
    type: 'category',
    published: 'published',
    'published on online store': 'published',
    status: 'published',
    'variant price': 'price',
    price: 'price',
    'variant inventory qty': 'stock',
    'inventory quantity': 'stock',
    'variant inventory tracker': 'tracked',
    'inventory tracker': 'tracked',
    'image src': 'pictures',
    'product image url': 'pictures',
    'variant image': 'pictures',
    'variant image url': 'pictures',
  },
  woocommerce: {
    id: 'row_id',
    type: 'row_type',
    sku: 'row_sku',
    name: 'name',
    published: 'published',
    'short description': 'short_description',
    description: 'description',
    stock: 'stock',
    'in stock?': 'in_stock',
    'regular price': 'price',
    categories: 'category',
    images: 'pictures',
    parent: 'parent',
  },
  square: {
    'reference handle': 'product',
    'item name': 'name',
    'variation name': 'size',
    description: 'description',
    category: 'category',
    categories: 'category',
    price: 'price',
    archived: 'archived',
    'square online item visibility': 'published',
  },
  // Don't guess in a file made by hand: a column called “price” could be any price.
  other: Object.fromEntries(OWN_COLUMNS.map(({ column }) => [column, column])),
}

export function recognizeFormat(columns: readonly string[]): ImportFormat {
  const names = new Set(columns.map(inLowerCase))
  const hasAny = (...some: readonly string[]) => some.some((name) => names.has(name))
  if (columns.every((column) => OWN_COLUMNS.some((own) => own.column === column))) return 'own'
  if (hasAny('handle', 'url handle') && names.has('title')) return 'shopify'
  if (names.has('name') && names.has('type') && names.has('regular price')) return 'woocommerce'
  if (names.has('item name') && hasAny('variation name', 'token', 'reference handle')) return 'square'
  return 'other'
}

/**
 * The default meaning of each column, which the owner can change. Unknown columns in an export are skipped and listed;
 * any other file was made by hand, so the owner has to decide.
 */
export function suggestMapping(format: ImportFormat, columns: readonly string[]): string[] {
  if (format === 'own') return [...columns]
  const taken = new Set<string>()
  return columns.map((column) => {
    const target = targetOf(format, inLowerCase(column))
    if (REPEATABLE.has(target)) return target
    const isTaken = taken.has(target)
    taken.add(target)
    return isTaken ? LEFT_OUT : target
  })
}

function targetOf(format: Exclude<ImportFormat, 'own'>, name: string): string {
  const known = KNOWN[format]
  if (Object.hasOwn(known, name)) return known[name] ?? LEFT_OUT
  if (format === 'square' && name.startsWith('current quantity')) return 'stock'
  if (format !== 'other' && OPTIONS.test(name)) return name.includes('value') ? 'option_value' : 'option_name'
  return format === 'other' ? UNDECIDED : LEFT_OUT
}

/** Says what is wrong with a mapping, by column; undefined for a column that is right. */
export function problemsOfMapping(columns: readonly string[], mapping: readonly string[]): (string | undefined)[] {
  return mapping.map((target, index) => {
    if (target === UNDECIDED) return `There is no column “${columns[index]}”. Choose what it holds, or leave it out.`
    if (!Object.hasOwn(IMPORT_TARGETS, target)) return `“${columns[index]}” can’t be taken for that.`
    const first = mapping.indexOf(target)
    if (REPEATABLE.has(target) || first === index) return undefined
    return `“${columns[first]}” and “${columns[index]}” can’t both be “${IMPORT_TARGETS[target]}”.`
  })
}

function inLowerCase(name: string): string {
  return name.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
