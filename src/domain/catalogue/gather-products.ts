import { plainFromHtml } from '#domain/text/plain-from-html.ts'
import type { ImportFormat } from './import-columns.ts'
import { groupRows, type ImportRemark, type MappedFile, type MappedRow } from './import-rows.ts'
import { sizesOfRows } from './import-sizes.ts'
import { OFFER_FIELDS } from './offer-fields.ts'
import { PRODUCT_FIELDS } from './product-fields.ts'
import { MAX_PICTURES } from './product.ts'

/** What a file says about one product, in the columns of our own file. */
export type GatheredProduct = {
  /** The first line about it. */
  line: number
  id: string
  name: string
  /** What the file says; columns that aren't included stay unchanged. */
  given: ReadonlyMap<string, string>
  /** Only for a new product, where the file doesn't say. */
  derived: ReadonlyMap<string, string>
  isPublished: boolean
  /** To be uploaded by hand: the shop doesn't fetch other sites' addresses. */
  pictures: string[]
  notes: ImportRemark[]
  /** Its rows that can't be used. */
  problems: ImportRemark[]
}

const WRITTEN = Object.values(PRODUCT_FIELDS).flatMap((field) => ('column' in field ? [field.column] : []))
/** Copied from the file unchanged, once for each product. */
const PLAIN_COLUMNS = [...WRITTEN, 'ingredients', ...OFFER_FIELDS.map(({ column }) => column), 'collections']
const WITH_MARKUP = new Set(['description', 'short_description', 'benefits', 'how_to_use', 'patch_test', 'inci'])
const MAX_SHORT = PRODUCT_FIELDS.shortDescription.max

/** Our own file has one line for each product, and an empty cell empties a field. */
export function readOwnRows(rows: readonly MappedRow[], columns: readonly string[]): GatheredProduct[] {
  return rows.map((row) => ({
    line: row.line,
    id: row.cell('id'),
    name: row.cell('name'),
    given: new Map(columns.filter((column) => column !== 'id').map((column) => [column, row.cell(column)])),
    derived: new Map(),
    isPublished: row.cell('is_active') === 'yes',
    pictures: [],
    notes: [],
    problems: [],
  }))
}

/** The products of another shop's file, which has a row for each size or picture. */
export function gatherProducts(file: MappedFile): { products: GatheredProduct[]; problems: ImportRemark[] } {
  const { groups, problems } = groupRows(file)
  return { products: groups.flatMap((rows) => gather(file.format, rows) ?? []), problems }
}

function gather(format: ImportFormat, rows: readonly MappedRow[]): GatheredProduct | undefined {
  const [first] = rows
  if (!first) return undefined
  const notes: ImportRemark[] = []
  const given = new Map<string, string>()
  const pictures = new Set(rows.flatMap((row) => picturesOf(row)))
  for (const column of PLAIN_COLUMNS) {
    const found = onceIn(rows, column, notes)
    if (found === undefined) continue
    const text = WITH_MARKUP.has(column) ? readMarkup(format, found, { notes, pictures }) : found.value
    given.set(column, column === 'category' ? oneCategory(format, { ...found, value: text }, notes) : text)
  }
  if (pictures.size > MAX_PICTURES)
    notes.push({
      line: first.line,
      problem: `The file has ${pictures.size} pictures. A product can have up to ${MAX_PICTURES}.`,
    })
  const sizes = sizesOfRows(rows)
  for (const [column, value] of sizes.cells) if (!given.has(column)) given.set(column, value)
  return {
    line: first.line,
    id: first.cell('id'),
    name: given.get('name') ?? '',
    given,
    derived: deriveTexts(given),
    isPublished: isPublished(rows),
    pictures: [...pictures],
    notes: [...notes, ...sizes.notes],
    problems: sizes.problems,
  }
}

type FoundCell = { line: number; column: string; value: string }

/** The first row with a value wins; a different value later is reported. A variation repeats the name. */
function onceIn(rows: readonly MappedRow[], target: string, notes: ImportRemark[]): FoundCell | undefined {
  const said = rows.flatMap((row) =>
    row.all(target).flatMap(({ column, value }) => (value === '' ? [] : [{ line: row.line, column, value }])),
  )
  const [first, ...others] = said
  for (const { line, column, value } of others)
    if (first && value !== first.value && !value.startsWith(`${first.value} - `))
      notes.push({ line, column, problem: `Left out: “${shortened(value)}”. Line ${first.line} says otherwise.` })
  return first
}

function picturesOf(row: MappedRow): string[] {
  return row
    .all('pictures')
    .flatMap(({ value }) => value.split(/,\s*(?=https?:|\/)|\s+(?=https?:)/))
    .map((address) => address.trim())
    .filter((address) => address !== '')
}

function readMarkup(
  format: ImportFormat,
  { line, column, value }: FoundCell,
  { notes, pictures }: { notes: ImportRemark[]; pictures: Set<string> },
): string {
  // WooCommerce writes the line ends of a text as two characters.
  const written = format === 'woocommerce' ? value.replaceAll(/\\r\\n|\\n|\\r/g, '\n') : value
  const read = plainFromHtml(written, { lineEnds: format === 'shopify' ? 'space' : 'keep' })
  for (const picture of read.pictures) pictures.add(picture)
  for (const link of new Set(read.links))
    notes.push({ line, column, problem: `Left out: a link to ${shortened(link)}.` })
  for (const name of new Set(read.dropped)) notes.push({ line, column, problem: `Left out: a piece of ${name}.` })
  return read.text
}

/** Square writes a category as “Hair oils (T2B3ROTJ3HFGVBO22QLOOJDE)”. */
const SQUARE_ID = / \([A-Z0-9]{24}\)$/

/** “Skin > Face oils, Gifts” is Face oils here: a product has one category. */
function oneCategory(format: ImportFormat, { line, column, value }: FoundCell, notes: ImportRemark[]): string {
  if (format === 'shopify') return value
  const [first = '', ...others] = value.split(/(?<!\\),/).map((path) =>
    path
      .replaceAll(String.raw`\,`, ',')
      .trim()
      .replace(SQUARE_ID, ''),
  )
  const category = first.split('>').at(-1)?.trim() ?? ''
  const left = [...first.split('>').slice(0, -1), ...others].map((name) => name.trim())
  if (left.length > 0) notes.push({ line, column, problem: `Category “${category}”. Left out: ${left.join(', ')}.` })
  return category
}

/** No other shop has a short description like ours, and some have no long one. */
function deriveTexts(given: ReadonlyMap<string, string>): Map<string, string> {
  const [long = '', short = ''] = [given.get('description'), given.get('short_description')]
  const derived = new Map<string, string>()
  if (short === '' && long !== '') derived.set('short_description', beginningOf(long))
  if (long === '' && short !== '') derived.set('description', short)
  return derived
}

/** As many full sentences of its first paragraph as fit. */
function beginningOf(text: string): string {
  const [paragraph = ''] = text.split('\n\n')
  if (paragraph.length <= MAX_SHORT) return paragraph
  const cut = paragraph.slice(0, MAX_SHORT)
  const sentences = /^.*[.!?](?=\s)/s.exec(cut)?.[0]
  return sentences ?? `${cut.slice(0, MAX_SHORT - 1).trimEnd()}…`
}

const YES = /^(?:|1|yes|y|true|active|visible|published)$/i

function isPublished(rows: readonly MappedRow[]): boolean {
  const said = rows.flatMap((row) => row.all('published')).filter(({ value }) => value !== '')
  const archived = rows.flatMap((row) => row.all('archived'))
  return (
    said.every(({ value }) => YES.test(value)) &&
    !archived.some(({ value }) => value !== '' && YES.test(value)) &&
    !rows.some((row) => row.cell('is_active') === 'no')
  )
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
