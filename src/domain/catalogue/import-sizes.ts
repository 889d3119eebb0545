import type { ImportRemark, MappedRow } from './import-rows.ts'
import { PRICE_FIELDS, SINGLE_PRICE_FIELD, STOCK_FIELDS } from './offer-fields.ts'
import { readSize } from './size-in-words.ts'
import { type Size, SIZES } from './sizes.ts'

export type RowSizes = {
  /** Prices and stock, by the columns of our own file. */
  cells: Map<string, string>
  notes: ImportRemark[]
  /** Rows that can't become a size. */
  problems: ImportRemark[]
}

type SizeOfRow = { size: Size | undefined } | { problem: string; column: string }

/** What other shops call the only size of a product. */
const ONLY_SIZE = /^(?:|default title|default|regular|one size)$/i
const NAMES_A_SIZE = /size|volume|ounce|\boz\b|\bml\b|content/i

/** Turns the rows of one product, each of them a size, into the price and stock columns of our own file. */
export function sizesOfRows(rows: readonly MappedRow[]): RowSizes {
  const found: RowSizes = { cells: new Map(), notes: [], problems: [] }
  const offered = rows.filter(isOffer)
  // Shopify names the options only in the first row of a product.
  const optionNames = rows.map(namesIn).find((names) => names.some((name) => name !== '')) ?? []
  const unsized: number[] = []
  for (const row of rows)
    for (const { column, value } of isOffer(row) ? [] : row.all('stock'))
      if (value !== '') found.notes.push({ line: row.line, column, problem: `Left out: ${value} bottles of no size.` })
  for (const row of offered) {
    const read = sizeOfRow(row, optionNames, found.notes)
    if ('problem' in read) {
      found.problems.push({ line: row.line, ...read })
      continue
    }
    const { size } = read
    if (size === undefined) unsized.push(row.line)
    const column = size === undefined ? SINGLE_PRICE_FIELD.column : PRICE_FIELDS[size].column
    if (found.cells.has(column)) {
      const problem = `This product has another row ${size === undefined ? 'without a size' : `of ${size}`}.`
      found.problems.push({ line: row.line, problem })
      continue
    }
    found.cells.set(column, exactPrice(row.cell('price')))
    const stock = stockOfRow(row, found)
    if (stock !== undefined) found.cells.set(STOCK_FIELDS[size ?? 'single'].column, stock)
  }
  return refuseMixed(found, unsized)
}

/** A product has either one price or sizes; the other kind is emptied, so that an import can change the kind. */
function refuseMixed(found: RowSizes, unsized: readonly number[]): RowSizes {
  const isSized = SIZES.some((size) => found.cells.has(PRICE_FIELDS[size].column))
  const [line] = unsized
  if (isSized && line !== undefined) {
    found.cells.delete(STOCK_FIELDS.single.column)
    found.problems.push({ line, problem: 'This row has no size, and others of the product have.' })
  }
  if (isSized) found.cells.set(SINGLE_PRICE_FIELD.column, '')
  else if (line !== undefined) for (const size of SIZES) found.cells.set(PRICE_FIELDS[size].column, '')
  return found
}

function namesIn(row: MappedRow): string[] {
  return row.all('option_name').map(({ value }) => value)
}

/** A WooCommerce product's first row and an extra picture in Shopify are rows without an offer. */
function isOffer(row: MappedRow): boolean {
  if (/variable/i.test(row.cell('row_type'))) return false
  const values = ['price', 'size', 'option_value'].flatMap((target) => row.all(target))
  return values.some(({ value }) => value !== '')
}

function sizeOfRow(row: MappedRow, optionNames: readonly string[], notes: ImportRemark[]): SizeOfRow {
  const own = namesIn(row)
  const options = row.all('option_value').map(({ column, value }, index) => ({
    column,
    value,
    name: own[index] || (optionNames[index] ?? ''),
  }))
  const candidates = [...row.all('size').map((cell) => ({ ...cell, name: 'Size' })), ...options].filter(
    ({ value }) => !ONLY_SIZE.test(value),
  )
  const sizes = new Set(candidates.flatMap(({ value }) => readSize(value) ?? []))
  const unknown = candidates.filter(({ value }) => readSize(value) === undefined)
  const wrong = unknown.find(({ name }) => NAMES_A_SIZE.test(name))
  if (wrong && sizes.size === 0) {
    const problem = `There is no size “${wrong.value}” here. There are ${SIZES.join(', ')}.`
    return { column: wrong.column, problem }
  }
  const [first] = candidates
  if (first && sizes.size > 1)
    return { column: first.column, problem: `This row has two sizes: ${[...sizes].join(', ')}.` }
  for (const { column, name, value } of unknown)
    notes.push({
      line: row.line,
      column,
      problem: `Left out: ${name || 'option'} “${value}”. Products here differ in size only.`,
    })
  for (const { column, value } of candidates)
    if (/ml/i.test(value) && !/oz|ounce/i.test(value) && readSize(value) !== undefined)
      notes.push({ line: row.line, column, problem: `“${value}” is taken for ${readSize(value)}.` })
  const [size] = sizes
  return { size }
}

/** 25.0000 is exactly 25.00; any other third decimal stays, so that the price is refused. */
function exactPrice(written: string): string {
  return written.replace(/(\.\d\d)0+$/, '$1')
}

/** Number of bottles as in our file: empty if stock isn't tracked. Undefined if the file doesn't say. */
function stockOfRow(row: MappedRow, { notes, problems }: RowSizes): string | undefined {
  const { line } = row
  const tracked = row.all('tracked')
  if (tracked.length > 0 && tracked.every(({ value }) => value === '')) return ''
  const counts = row.all('stock').filter(({ value }) => value !== '')
  if (counts.length === 0) {
    const isSoldOut = row.all('in_stock').some(({ value }) => /^(?:0|no|false)$/i.test(value))
    return isSoldOut ? '0' : undefined
  }
  const wrong = counts.find(({ value }) => !/^-?\d{1,6}(?:\.0+)?$/.test(value))
  if (wrong) {
    problems.push({ line, column: wrong.column, problem: `“${wrong.value}” is not a number of bottles.` })
    return undefined
  }
  const total = counts.reduce((sum, { value }) => sum + Math.trunc(Number(value)), 0)
  const column = counts[0]?.column
  if (counts.length > 1)
    notes.push({ line, column, problem: `${total} bottles, from ${counts.length} places taken together.` })
  if (total < 0) notes.push({ line, column, problem: `${total} bottles are taken for none.` })
  return String(Math.max(0, total))
}
