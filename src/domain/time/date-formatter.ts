/**
 * Formats like `toLocaleString`, which makes a formatter for every call: that takes many times longer than using one. It
 * is made when it is first needed.
 *
 * A page gets only the formatters that it uses: without the mark, the bundler would keep all of a module.
 */
/* @__NO_SIDE_EFFECTS__ */
export function dateFormatter(locale: string, options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let formatter: Intl.DateTimeFormat | undefined
  return (date) => {
    formatter ??= new Intl.DateTimeFormat(locale, options)
    return Number.isNaN(date.getTime()) ? String(date) : formatter.format(date)
  }
}
