/** A spreadsheet runs what begins like this as a formula (OWASP: CSV injection); an apostrophe in front makes it text. */
const STARTS_A_FORMULA = /^[=+\-@\t\r\n]/

/** One line of RFC 4180, every cell quoted, line end included. */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(text: string): string {
  const harmless = STARTS_A_FORMULA.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

export type CsvRow = {
  cells: string[]
  /** Where the row begins, counted from 1 as an editor does. */
  line: number
}

export type CsvRead = { ok: true; rows: CsvRow[] } | { ok: false; line: number; problem: string }

/** RFC 4180 as spreadsheets write it: a mark of order in front, any line end, empty lines left out. */
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

/** What toCsvLine made harmless for a spreadsheet, as it was. */
function unescapeFormula(text: string): string {
  return text.startsWith("'") && STARTS_A_FORMULA.test(text.slice(1)) ? text.slice(1) : text
}
