const UNITS = ['KB', 'MB', 'GB']

/** '1 KB', '48 MB', '1.2 GB': two significant digits are enough. */
export function byteSize(bytes: number): string {
  let size = Math.max(bytes / 1000, 1)
  let unit = 0
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${size < 10 && unit > 0 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`
}
