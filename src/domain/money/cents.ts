/** Rounds half up in integer arithmetic, to avoid floating-point errors: half a cent of tax goes to the state. */
export function roundCents(numerator: number, denominator: number): number {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || denominator <= 0) {
    throw new RangeError('roundCents needs a safe integer numerator and a positive integer denominator')
  }
  const whole = Math.floor(numerator / denominator)
  const rest = numerator - whole * denominator
  return rest * 2 >= denominator ? whole + 1 : whole
}

/** 12345 -> "$123.45". Cents are formatted only in this file. */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const absolute = Math.abs(cents)
  const dollars = Math.floor(absolute / 100).toLocaleString('en-US')
  return `${sign}$${dollars}.${String(absolute % 100).padStart(2, '0')}`
}

/** 98401 -> "$984", for the scale of a chart. Half a dollar is rounded away from zero. */
export function wholeDollars(cents: number): string {
  const dollars = Math.round(Math.abs(cents) / 100)
  return `${cents < 0 && dollars > 0 ? '-' : ''}$${dollars.toLocaleString('en-US')}`
}
