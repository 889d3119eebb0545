import { formatCents } from './cents.ts'

/** More than any bottle or order costs, so a higher amount is probably a typo. */
const MAX_CENTS = 1_000_000

export type DollarsRead = { ok: true; cents: number } | { ok: false; problem: string }

/** Parses '58', '58.5' and '$1,058.50'. A third decimal is refused, never rounded. */
export function readDollars(text: string): DollarsRead {
  const match = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d*))?$/.exec(text.trim())
  if (!match) {
    const isNegative = /^-\s*\$?\d/.test(text.trim())
    return {
      ok: false,
      problem: isNegative ? 'Enter an amount above zero.' : 'Enter dollars and cents, such as 12.50.',
    }
  }
  const [, whole = '', decimals = ''] = match
  if (decimals.length > 2) return { ok: false, problem: 'Use at most two decimals, such as 12.34.' }
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'))
  if (cents === 0) return { ok: false, problem: 'Enter an amount above zero.' }
  if (cents > MAX_CENTS) return { ok: false, problem: `Enter at most ${formatCents(MAX_CENTS)}.` }
  return { ok: true, cents }
}

/** 123456 -> '1234.56', for forms and spreadsheets. */
export function plainDollars(cents: number): string {
  return formatCents(cents).replaceAll(/[$,]/g, '')
}
