import { roundCents } from '../money/cents.ts'
import { ounces, type Size } from './sizes.ts'

/** About twenty drops per milliliter; a fluid ounce is 29.57 ml. */
const DROPS_PER_OUNCE = 591

export type Habit = { dropsPerUse: number; usesPerDay: number }

/** Whole days that a bottle lasts. */
export function bottleDays(size: Size, { dropsPerUse, usesPerDay }: Habit): number {
  return Math.floor((ounces(size) * DROPS_PER_OUNCE) / (dropsPerUse * usesPerDay))
}

/** "about 10 weeks": an estimate, rounded to weeks or months. */
export function bottleLife(size: Size, { dropsPerUse, usesPerDay }: Habit): string {
  const days = (ounces(size) * DROPS_PER_OUNCE) / (dropsPerUse * usesPerDay)
  if (days >= 75) return `about ${Math.round(days / 30.4)} months`
  const weeks = Math.max(1, Math.round(days / 7))
  return weeks === 1 ? 'about a week' : `about ${weeks} weeks`
}

/** The assumption behind the estimate, shown next to it. */
export function habitText({ dropsPerUse, usesPerDay }: Habit): string {
  const often = usesPerDay === 1 ? 'once a day' : usesPerDay === 2 ? 'twice a day' : `${usesPerDay} times a day`
  return `${dropsPerUse} drops, ${often}`
}

export function centsPerOunce(priceCents: number, size: Size): number {
  return roundCents(priceCents, ounces(size))
}
