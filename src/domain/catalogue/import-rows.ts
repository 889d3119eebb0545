import { type ImportFormat, LEFT_OUT } from './import-columns.ts'

/** A line of a file, with the names of its columns. */
export type FileRow = { line: number; cells: readonly string[] }

/** What the owner should know or decide, with its place in the file. */
export type ImportRemark = { line: number; column?: string | undefined; problem: string }

/** Cells of one row by what they were mapped to. */
export type MappedRow = {
  line: number
  /** The first cell of this kind, trimmed; empty if there is none. */
  cell: (target: string) => string
  /** All of them with their columns, including the empty ones. */
  all: (target: string) => { column: string; value: string }[]
}

export type MappedFile = {
  format: ImportFormat
  columns: readonly string[]
  mapping: readonly string[]
  rows: readonly FileRow[]
}

export function mapRow({ columns, mapping }: MappedFile, { line, cells }: FileRow): MappedRow {
  const all = (target: string) =>
    columns.flatMap((column, index) =>
      mapping[index] === target && target !== LEFT_OUT ? [{ column, value: (cells[index] ?? '').trim() }] : [],
    )
  return { line, all, cell: (target) => all(target)[0]?.value ?? '' }
}

/** The rows of each product, in file order. Rows that belong to no product are reported. */
export function groupRows(file: MappedFile): { groups: MappedRow[][]; problems: ImportRemark[] } {
  const rows = file.rows.map((row) => mapRow(file, row))
  if (file.mapping.includes('row_type')) return groupByParent(rows)
  const groups = new Map<string, MappedRow[]>()
  const problems: ImportRemark[] = []
  for (const row of rows) {
    const key = ['id', 'product', 'name'].map((target) => row.cell(target)).find((value) => value !== '')
    if (key === undefined) problems.push({ line: row.line, problem: 'This line names no product.' })
    else groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return { groups: [...groups.values()], problems }
}

/** WooCommerce: a variation follows its product somewhere in the file, and names it by number or SKU. */
function groupByParent(rows: readonly MappedRow[]): { groups: MappedRow[][]; problems: ImportRemark[] } {
  const problems: ImportRemark[] = []
  const groups = new Map<MappedRow, MappedRow[]>()
  const byKey = new Map<string, MappedRow>()
  const typeOf = (row: MappedRow) =>
    row
      .cell('row_type')
      .toLowerCase()
      .split(',')
      .map((part) => part.trim())
  for (const row of rows) {
    const types = typeOf(row)
    if (types.includes('variation')) continue
    if (types.includes('simple') || types.includes('variable')) {
      groups.set(row, [row])
      if (row.cell('row_id') !== '') byKey.set(`id:${row.cell('row_id')}`, row)
      if (row.cell('row_sku') !== '') byKey.set(row.cell('row_sku'), row)
    } else
      problems.push({ line: row.line, problem: `A product of the type “${row.cell('row_type')}” can’t be sold here.` })
  }
  for (const row of rows) {
    if (!typeOf(row).includes('variation')) continue
    const parent = byKey.get(row.cell('parent'))
    if (parent) groups.get(parent)?.push(row)
    else problems.push({ line: row.line, problem: `Its product “${row.cell('parent')}” is not in this file.` })
  }
  return { groups: [...groups.values()], problems }
}
