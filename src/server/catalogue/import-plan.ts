import { COLLECTIONS_FIELD, PRICE_FIELDS, SINGLE_PRICE_FIELD } from '#domain/catalogue/offer-fields.ts'
import { type CsvRow, parseCsv } from '#domain/text/csv.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import { type Fields, type FormRead, tidy } from '#server/platform/http/form-fields.ts'
import type { ImportLine, ImportPlan, ImportProblem, ProductParts } from './catalogue.views.ts'
import { CSV_FIELDS, productForms } from './product-form.ts'
import { NAME_TAKEN } from './products.edits.ts'

export const IMPORT_COLUMNS = ['id', ...CSV_FIELDS.map(({ column }) => column)]
const MAX_ROWS = 2000

export type ImportFile = { columns: string[]; rows: CsvRow[]; ids: string[] }

/** A collection that a file may name, in the order of the menu. */
export type KnownCollection = { slug: string; formerSlugs: readonly string[] }

type WantedParts = { [Part in keyof ProductParts]: FormRead<ProductParts[Part]> }

/** A line of the file about one product: the stored values, and the wanted ones. */
export type PlannedRow = { line: ImportLine; current: ProductParts; wanted: WantedParts }

type Planned<Value> = { value: Value; problems: ImportProblem[] }

/** Parses the file as a whole; its lines are validated later, against the stored products. */
export function readImportFile(csv: string): { ok: true; file: ImportFile } | { ok: false; plan: ImportPlan } {
  if (hasSemicolons(csv))
    return refused({ line: 1, problem: 'Columns must be separated by commas; here they are by semicolons.' })
  const read = parseCsv(csv)
  if (!read.ok) return refused({ line: read.line, problem: read.problem })
  const [head, ...rows] = read.rows
  const columns = (head?.cells ?? []).map((cell) => cell.trim())
  const problem = problemOfHead(columns, rows.length)
  if (problem !== undefined) return refused({ line: head?.line ?? 1, problem })
  return { ok: true, file: { columns, rows, ids: [...new Set(rows.map((row) => idIn(row, columns)))] } }
}

/** What the file would change in these products. */
export function planRows(
  { columns, rows }: ImportFile,
  stored: ReadonlyMap<string, ProductParts>,
  collections: readonly KnownCollection[],
): Planned<PlannedRow[]> {
  const planned: PlannedRow[] = []
  const problems: ImportProblem[] = []
  const seen = new Set<string>()
  for (const row of rows) {
    const { cells, line } = row
    const id = idIn(row, columns)
    const current = stored.get(id)
    if (cells.length !== columns.length)
      problems.push({ line, problem: `This line has ${cells.length} cells, the first has ${columns.length}.` })
    else if (seen.has(id)) problems.push({ line, column: 'id', problem: `${id} stands here twice.` })
    else if (!current) problems.push({ line, column: 'id', problem: `There is no product “${id}”.` })
    else {
      const given = new Map(columns.map((column, index) => [column, cells[index] ?? '']))
      const read = readRow({ line, id, current, given, collections })
      planned.push(read.value)
      problems.push(...read.problems)
    }
    seen.add(id)
  }
  return { value: planned, problems }
}

/** The product names in the file, to be looked up before they are checked. */
export function wantedNames(rows: readonly PlannedRow[]): string[] {
  return rows.flatMap(({ wanted: { texts } }) => (texts.ok ? [texts.value.name] : []))
}

/** Product names are unique, both within the file and against the shop. */
export function nameProblems(
  rows: readonly PlannedRow[],
  stored: readonly { id: string; name: string }[],
): ImportProblem[] {
  const ownerOf = new Map(stored.map(({ id, name }) => [name, id]))
  const seen = new Set<string>()
  return rows.flatMap(({ line: { line, productId }, wanted: { texts } }) => {
    if (!texts.ok) return []
    const { name } = texts.value
    const isTwice = seen.has(name)
    seen.add(name)
    const isTaken = (ownerOf.get(name) ?? productId) !== productId
    if (!isTwice && !isTaken) return []
    return [{ line, column: 'name', problem: isTwice ? 'This name stands here twice.' : NAME_TAKEN }]
  })
}

/** Spreadsheets write semicolons in locales with a decimal comma. No column name contains either character. */
function hasSemicolons(csv: string): boolean {
  const [head = ''] = csv.trimStart().split(/[\r\n]/, 1)
  return head.includes(';') && !head.includes(',')
}

function problemOfHead(columns: readonly string[], rows: number): string | undefined {
  if (columns.length === 0) return 'The file is empty.'
  const unknown = columns.find((column) => !IMPORT_COLUMNS.includes(column))
  if (unknown !== undefined) return `There is no column “${unknown}”. Known are: ${IMPORT_COLUMNS.join(', ')}.`
  if (!columns.includes('id')) return 'The column “id” is missing; it says which product a line is about.'
  if (new Set(columns).size < columns.length) return 'A column stands here twice.'
  if (rows === 0) return 'There is no line below the names of the columns.'
  return rows > MAX_ROWS ? `There are more than ${MAX_ROWS} lines.` : undefined
}

function idIn({ cells }: CsvRow, columns: readonly string[]): string {
  return cells[columns.indexOf('id')]?.trim() ?? ''
}

type RowToRead = {
  line: number
  id: string
  current: ProductParts
  given: ReadonlyMap<string, string>
  collections: readonly KnownCollection[]
}

function readRow({ line, id, current, given, collections }: RowToRead): Planned<PlannedRow> {
  const before = toFields(current)
  const fields = { ...before }
  for (const { name, column } of CSV_FIELDS) {
    const cell = given.get(column)
    if (cell !== undefined) fields[name] = tidy(cell)
  }
  const problems: ImportProblem[] = []
  // The kind of a product follows from the prices it has.
  fields.kind = fields[SINGLE_PRICE_FIELD.name] === '' ? 'sized' : 'single'
  if (fields.kind === 'single' && Object.values(PRICE_FIELDS).some(({ name }) => fields[name] !== '')) {
    const problem = 'A product has either one price or a price for each size.'
    problems.push({ line, column: SINGLE_PRICE_FIELD.column, problem })
  }
  const wanted: WantedParts = {
    texts: productForms.texts.read(fields),
    pricing: productForms.pricing.read(fields),
    stock: productForms.stock.read(fields),
    sale: productForms.sale.read(fields),
    collections: inMenuOrder(productForms.collections.read(fields), collections),
  }
  problems.push(...Object.values(wanted).flatMap((part) => problemsOf(line, part)))
  const after = { ...fields, ...asStored(wanted) }
  const changes = CSV_FIELDS.flatMap(({ name, column }) =>
    before[name] === after[name] ? [] : [{ column, before: before[name] ?? '', after: after[name] ?? '' }],
  )
  return { value: { line: { line, productId: id, name: current.texts.name, changes }, current, wanted }, problems }
}

/** Every field of a product, as shown in a form or a file. */
export function toFields({ texts, pricing, stock, sale, collections }: ProductParts): Fields {
  return {
    ...productForms.texts.toFields(texts),
    ...productForms.pricing.toFields(pricing),
    ...productForms.stock.toFields(stock),
    ...productForms.sale.toFields(sale),
    ...productForms.collections.toFields(collections),
  }
}

/** The values as they will be stored: 25 becomes 25.00. */
function asStored({ texts, pricing, stock, sale, collections }: WantedParts): Fields {
  return {
    ...(texts.ok && productForms.texts.toFields(texts.value)),
    ...(pricing.ok && productForms.pricing.toFields(pricing.value)),
    ...(stock.ok && productForms.stock.toFields(stock.value)),
    ...(sale.ok && productForms.sale.toFields(sale.value)),
    ...(collections.ok && productForms.collections.toFields(collections.value)),
  }
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

function problemsOf(line: number, part: FormRead<unknown>): ImportProblem[] {
  if (part.ok) return []
  return Object.entries(part.errors).map(([field, problem]) => ({
    line,
    column: CSV_FIELDS.find(({ name }) => name === field)?.column,
    problem,
  }))
}

function refused(problem: ImportProblem): { ok: false; plan: ImportPlan } {
  return { ok: false, plan: toPlan([], [problem]) }
}

export function toPlan(rows: readonly PlannedRow[], problems: readonly ImportProblem[]): ImportPlan {
  const lines = rows.map(({ line }) => line)
  return { lines, problems: problems.toSorted((a, b) => a.line - b.line), version: versionToken(lines) }
}
