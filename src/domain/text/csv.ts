/**
 * Spreadsheets run cells that start like this as formulas (OWASP: CSV injection); a leading apostrophe makes them text.
 */
const STARTS_A_FORMULA = /^[=+\-@\t\r\n]/
/** A negative number, such as a day with more refunds than sales, which a spreadsheet should be able to add up. */
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/

/** One RFC 4180 line, every cell quoted, line end included. */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(text: string): string {
  const harmless = STARTS_A_FORMULA.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

export type CsvRow = {
  cells: string[]
  /** First line of the row, counted from 1. */
  line: number
}

export type CsvRead = { ok: true; rows: CsvRow[] } | { ok: false; line: number; problem: string }

/** RFC 4180 as written by spreadsheets: optional byte order mark, any line end, empty lines skipped. */
export function parseCsv(text: string): CsvRead {
  const rows: CsvRow[] = []
  const source = text.replace(/^\uFEFF/, '')
  const cell = /"((?:[^"]|"")*)"|([^",\r\n]*)/y
  let line = 1
  let row: CsvRow = { cells: [], line }
  let position = 0
  for (;;) {
    cell.lastIndex = position
    const [found = '', quoted, bare = ''] = cell.exec(source) ?? []
    const next = position + found.length
    const isBroken = source[next] === '"' || (quoted !== undefined && !/^[,\r\n]?$/.test(source.charAt(next)))
    if (isBroken) return { ok: false, line, problem: 'A quotation mark is missing or stands alone.' }
    row.cells.push(unescapeFormula(quoted?.replaceAll('""', '"') ?? bare))
    line += found.split(/\r\n|\r|\n/).length - 1
    if (source[next] === ',') {
      position = next + 1
      continue
    }
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row)
    if (next >= source.length) return { ok: true, rows }
    position = next + (source.startsWith('\r\n', next) ? 2 : 1)
    line += 1
    row = { cells: [], line }
  }
}

/** Reverts the escaping of toCsvLine. */
function unescapeFormula(text: string): string {
  return text.startsWith("'") && STARTS_A_FORMULA.test(text.slice(1)) ? text.slice(1) : text
}
