import { type GatheredProduct, gatherProducts, readOwnRows } from '#domain/catalogue/gather-products.ts'
import {
  type ImportFormat,
  LEFT_OUT,
  problemsOfMapping,
  recognizeFormat,
  suggestMapping,
} from '#domain/catalogue/import-columns.ts'
import { type ImportRemark, mapRow } from '#domain/catalogue/import-rows.ts'
import { type CsvRow, parseCsv } from '#domain/text/csv.ts'
import { slugify } from '#domain/text/slug.ts'
import { tidyLine } from '#domain/text/tidy.ts'
import type { ImportColumn } from './catalogue.views.ts'
import { CSV_FIELDS } from './product-form.ts'

export const IMPORT_COLUMNS = ['id', ...CSV_FIELDS.map(({ column }) => column)]
const MAX_ROWS = 2000
const MAX_COLUMNS = 250
const MAX_COLUMN_NAME = 200
const SAMPLE_LENGTH = 60

export type ImportFile = {
  format: ImportFormat
  columns: ImportColumn[]
  products: GatheredProduct[]
  /** Rows that belong to no product. */
  problems: ImportRemark[]
}

export type RefusedFile = { ok: false; problems: ImportRemark[]; format?: ImportFormat; columns?: ImportColumn[] }

/** Parses the file as a whole; its products are validated later, against the stored ones. */
export function readImportFile(csv: string, chosen?: readonly string[]): { ok: true; file: ImportFile } | RefusedFile {
  if (hasSemicolons(csv)) return refused(1, 'Columns must be separated by commas; here they are by semicolons.')
  // A form sends a file back with different line ends.
  const read = parseCsv(csv.replaceAll(/\r\n?/g, '\n'))
  if (!read.ok) return refused(read.line, read.problem)
  const [head, ...rows] = read.rows
  const names = (head?.cells ?? []).map((cell, index) => tidyLine(cell) || `Column ${index + 1}`)
  const problem = problemOfHead(names, rows.length)
  if (problem !== undefined) return refused(head?.line ?? 1, problem)
  const format = recognizeFormat(names)
  const mapping = chosen?.length === names.length ? chosen : suggestMapping(format, names)
  const columns = describeColumns(names, mapping, rows)
  const problems = mappingProblems(names, mapping, head?.line ?? 1)
  if (problems.length > 0) return { ok: false, problems, format, columns }
  return { ok: true, file: { format, columns, ...readProducts({ format, columns: names, mapping }, rows) } }
}

/** Ids and names that the products of the file may be stored under. */
export function wantedProducts({ products }: ImportFile): { ids: string[]; names: string[] } {
  const ids = products.flatMap(({ id, name }) => [id, slugify(id), slugify(name)])
  return {
    ids: [...new Set(ids)].filter((id) => id !== ''),
    names: [...new Set(products.map(({ name }) => name))].filter((name) => name !== ''),
  }
}

type Head = { format: ImportFormat; columns: string[]; mapping: readonly string[] }

function readProducts(head: Head, rows: readonly CsvRow[]): Pick<ImportFile, 'products' | 'problems'> {
  const { columns, format } = head
  const problems = rows
    .filter(({ cells }) => cells.length !== columns.length)
    .map(({ line, cells }) => ({
      line,
      problem: `This line has ${cells.length} cells, the first has ${columns.length}.`,
    }))
  const whole = rows.filter(({ cells }) => cells.length === columns.length)
  const file = { ...head, rows: whole }
  if (format === 'own' && head.mapping.every((target, index) => target === columns[index])) {
    const mapped = whole.map((row) => mapRow(file, row))
    return { products: readOwnRows(mapped, columns), problems }
  }
  const gathered = gatherProducts(file)
  return { products: gathered.products, problems: [...problems, ...gathered.problems] }
}

function describeColumns(
  names: readonly string[],
  mapping: readonly string[],
  rows: readonly CsvRow[],
): ImportColumn[] {
  return names.map((name, index) => {
    const filled = rows.flatMap(({ cells }) => tidyLine((cells[index] ?? '').slice(0, 1000)) || [])
    const sample = filled[0] ?? ''
    return {
      name,
      target: mapping[index] ?? LEFT_OUT,
      filled: filled.length,
      sample: sample.length > SAMPLE_LENGTH ? `${sample.slice(0, SAMPLE_LENGTH - 1)}…` : sample,
    }
  })
}

/** Spreadsheets write semicolons in locales with a decimal comma. No column name contains either character. */
function hasSemicolons(csv: string): boolean {
  const [head = ''] = csv.trimStart().split(/[\r\n]/, 1)
  return head.includes(';') && !head.includes(',')
}

function problemOfHead(columns: readonly string[], rows: number): string | undefined {
  if (columns.length === 0) return 'The file is empty.'
  if (columns.length > MAX_COLUMNS) return `The file has more than ${MAX_COLUMNS} columns.`
  if (columns.some((column) => column.length > MAX_COLUMN_NAME)) return 'The first line must name the columns.'
  if (new Set(columns).size < columns.length) return 'A column appears twice.'
  if (rows === 0) return 'The file has no lines below the column names.'
  return rows > MAX_ROWS ? `The file has more than ${MAX_ROWS} lines. Split it and import the parts.` : undefined
}

function mappingProblems(columns: readonly string[], mapping: readonly string[], line: number): ImportRemark[] {
  const problems = problemsOfMapping(columns, mapping).flatMap((problem) =>
    problem === undefined ? [] : { line, problem },
  )
  if (problems.length > 0 || mapping.includes('id') || mapping.includes('name')) return problems
  return [{ line, problem: 'No column says which product a line is about: choose one for its name or its address.' }]
}

function refused(line: number, problem: string): RefusedFile {
  return { ok: false, problems: [{ line, problem }] }
}
