/**
 * Formats like `toLocaleString`, but reuses one formatter: creating one per call takes many times longer. It's created
 * when first needed.
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
