import { parseCsv, toCsvLine } from '#domain/text/csv.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { printOf } from '#server/platform/audit/editable.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { type Fields, type FormRead, tidy } from '#server/platform/http/form-fields.ts'
import type { ImportLine, ImportProblem, ImportPlan } from './catalogue.views.ts'
import {
  readPricingFields,
  readStockFields,
  readTextFields,
  toPricingFields,
  toStockFields,
  toTextFields,
} from './product-form.ts'
import { productParts } from './products.edits.ts'
import { listAnyProducts } from './products.queries.ts'

/** The columns of the file and the fields they fill. */
const COLUMNS: Record<string, string> = {
  name: 'name',
  category: 'category',
  short_description: 'shortDescription',
  description: 'description',
  benefits: 'benefits',
  inci: 'inci',
  how_to_use: 'howToUse',
  patch_test: 'patchTest',
  drops_per_use: 'dropsPerUse',
  uses_per_day: 'usesPerDay',
  price_1oz: 'price1oz',
  price_2oz: 'price2oz',
  price_4oz: 'price4oz',
  price_single: 'priceSingle',
  single_size: 'singleSize',
  stock_1oz: 'stock1oz',
  stock_2oz: 'stock2oz',
  stock_4oz: 'stock4oz',
  stock_single: 'stockSingle',
  is_active: 'isActive',
}
const NAMES = Object.keys(COLUMNS)
export const IMPORT_COLUMNS = ['id', ...NAMES]
const MOST_ROWS = 2000

export type ImportResult = { ok: true; products: number } | { ok: false; plan: ImportPlan }

type Wanted = {
  id: string
  texts: ReturnType<typeof readTextFields>
  pricing: ReturnType<typeof readPricingFields>
  stock: ReturnType<typeof readStockFields>
  isActive: boolean
}
type Row = { line: ImportLine; wanted: Wanted; problems: ImportProblem[] }

export type ProductImportService = ReturnType<typeof createProductImport>

/** Prices, bottles and words of many products at once, out of a file. It is all or nothing. */
export function createProductImport({ orm }: Database) {
  async function plan(tx: Orm, csv: string): Promise<ImportPlan & { rows: Row[] }> {
    if (hasSemicolons(csv))
      return planOf([], [{ line: 1, problem: 'Columns must be separated by commas; here they are by semicolons.' }])
    const read = parseCsv(csv)
    if (!read.ok) return planOf([], [read])
    const [head, ...body] = read.rows
    const columns = (head?.cells ?? []).map((cell) => cell.trim())
    const headProblem = problemOfHead(columns, body.length)
    if (headProblem) return planOf([], [{ line: head?.line ?? 1, problem: headProblem }])
    const rows: Row[] = []
    const problems: ImportProblem[] = []
    const seen = new Set<string>()
    for (const { cells, line } of body) {
      const id = cells[columns.indexOf('id')]?.trim() ?? ''
      const current = cells.length === columns.length && !seen.has(id) ? await currentFields(tx, id) : undefined
      if (cells.length !== columns.length)
        problems.push({ line, problem: `This line has ${cells.length} cells, the first has ${columns.length}.` })
      else if (seen.has(id)) problems.push({ line, column: 'id', problem: `${id} stands here twice.` })
      else if (!current) problems.push({ line, column: 'id', problem: `There is no product “${id}”.` })
      else {
        const given = Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
        const row = readRow(line, id, current, given)
        row.problems.push(...(await nameProblems(tx, row, rows)))
        rows.push(row)
      }
      seen.add(id)
    }
    return planOf(rows, [...problems, ...rows.flatMap((row) => row.problems)])
  }

  return {
    /** What the file would do; nothing is changed. */
    async dryRun(csv: string): Promise<ImportPlan> {
      const { lines, problems, print } = await orm.transaction((tx) => plan(tx, csv))
      return { lines, problems, print }
    },

    /** Does what a dry run has shown, unless it would now do something else. */
    apply: (csv: string, seen: string, actor: Actor): Promise<ImportResult> =>
      orm.transaction(async (tx) => {
        const { rows, ...found } = await plan(tx, csv)
        if (found.problems.length > 0 || found.print !== seen) return { ok: false, plan: found }
        for (const { wanted } of rows) await write(tx, wanted, actor)
        return { ok: true, products: rows.filter(({ line }) => line.changes.length > 0).length }
      }),

    /** The same columns, ready to be changed and sent back. */
    async export(): Promise<string> {
      const products = await listAnyProducts(orm)
      const lines = [toCsvLine(IMPORT_COLUMNS)]
      for (const { id } of products) {
        const fields = await orm.transaction((tx) => currentFields(tx, id))
        if (fields) lines.push(toCsvLine([id, ...NAMES.map((column) => fields[COLUMNS[column] ?? ''] ?? '')]))
      }
      return lines.join('')
    },
  }
}

/** As spreadsheets write a file where numbers have a decimal comma. No column has either in its name. */
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
  return rows > MOST_ROWS ? `There are more than ${MOST_ROWS} lines.` : undefined
}

async function currentFields(tx: Orm, id: string): Promise<Fields | undefined> {
  const texts = await productParts.texts.read(tx, id)
  const pricing = await productParts.pricing.read(tx, id)
  const stock = await productParts.stock.read(tx, id)
  const sale = await productParts.sale.read(tx, id)
  if (!texts || !pricing || !stock || !sale) return undefined
  return {
    ...toTextFields(texts),
    ...toPricingFields(pricing),
    ...toStockFields(stock),
    isActive: sale.isActive ? 'yes' : 'no',
  }
}

function readRow(line: number, id: string, current: Fields, given: Fields): Row {
  const fields = { ...current }
  for (const [column, field] of Object.entries(COLUMNS)) {
    if (given[column] !== undefined) fields[field] = tidy(given[column])
  }
  // Which of the two kinds a product is follows from which prices it has.
  fields.kind = fields.priceSingle === '' ? 'sized' : 'single'
  const problems: ImportProblem[] = []
  const sizes = ['price1oz', 'price2oz', 'price4oz'].some((name) => fields[name] !== '')
  if (fields.kind === 'single' && sizes)
    problems.push({ line, column: 'price_single', problem: 'A product has either one price or a price for each size.' })
  if (fields.isActive !== 'yes' && fields.isActive !== 'no')
    problems.push({ line, column: 'is_active', problem: 'Write yes or no.' })
  const wanted: Wanted = {
    id,
    texts: readTextFields(fields),
    pricing: readPricingFields(fields),
    stock: readStockFields(fields),
    isActive: fields.isActive === 'yes',
  }
  for (const part of [wanted.texts, wanted.pricing, wanted.stock]) problems.push(...problemsOf(line, part))
  const after = { ...fields, ...fieldsOf(wanted) }
  const changes = Object.entries(COLUMNS).flatMap(([column, field]) =>
    current[field] === after[field] ? [] : [{ column, before: current[field] ?? '', after: after[field] ?? '' }],
  )
  return { line: { line, productId: id, name: current.name ?? id, changes }, wanted, problems }
}

async function nameProblems(tx: Orm, { line, wanted }: Row, others: readonly Row[]): Promise<ImportProblem[]> {
  const { id, texts } = wanted
  if (!texts.ok) return []
  const isTwice = others.some((other) => other.wanted.texts.ok && other.wanted.texts.value.name === texts.value.name)
  const problem = isTwice ? 'This name stands here twice.' : await productParts.texts.refuse?.(tx, id, texts.value)
  return problem === undefined ? [] : [{ line: line.line, column: 'name', problem }]
}

/** As it will be stored: 25 is shown as the 25.00 that it is. */
function fieldsOf({ texts, pricing, stock }: Wanted): Fields {
  return {
    ...(texts.ok && toTextFields(texts.value)),
    ...(pricing.ok && toPricingFields(pricing.value)),
    ...(stock.ok && toStockFields(stock.value)),
  }
}

function problemsOf(line: number, part: FormRead<unknown>): ImportProblem[] {
  if (part.ok) return []
  return Object.entries(part.errors).map(([field, problem]) => ({
    line,
    column: NAMES.find((column) => COLUMNS[column] === field),
    problem,
  }))
}

async function write(tx: Orm, { id, texts, pricing, stock, isActive }: Wanted, actor: Actor): Promise<void> {
  if (!texts.ok || !pricing.ok || !stock.ok) throw new Error('a plan with problems cannot be applied')
  const results = [
    await productParts.texts.change(tx, { id, value: texts.value, actor }),
    await productParts.pricing.change(tx, { id, value: pricing.value, actor }),
    await productParts.stock.change(tx, { id, value: stock.value, actor }),
    await productParts.sale.change(tx, { id, value: { isActive }, actor }),
  ]
  // Thrown, so that the whole file is undone with it.
  if (results.some((result) => !result.ok)) throw new Error(`${id} could not be changed`)
}

function planOf(rows: Row[], problems: ImportProblem[]): ImportPlan & { rows: Row[] } {
  const lines = rows.map(({ line }) => line)
  const inOrder = problems.toSorted((a, b) => a.line - b.line)
  return {
    rows,
    lines,
    problems: inOrder.map(({ line, column, problem }) => ({ line, column, problem })),
    print: printOf(lines),
  }
}
