/** What people type for an amount: 12, 12.5, $1,234.50. Undefined for anything else, above all for parts of a cent. */
export function parseDollars(typed: string): number | undefined {
  const match = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed.trim())
  if (!match) return undefined
  const [, dollars = '', cents = ''] = match
  return Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
}

/** 123456 -> '1234.56', as forms and spreadsheets want it. */
export function plainDollars(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const absolute = Math.abs(cents)
  return `${sign}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
}
