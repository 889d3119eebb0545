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
