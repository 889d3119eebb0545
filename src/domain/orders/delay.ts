import { addDays } from '../time/periods.ts'

export type Delay = {
  /** Days such as 2026-03-04. */
  orderedOn: string
  /** Null while nobody can say. */
  shipBy: string | null
  /** The buyer was told of a delay before. */
  isRepeated: boolean
}

const DAYS_OF_SILENCE = 30

/**
 * 16 CFR 435: for a short delay a buyer's silence means that they wait. Without a day, for a long one, or the second
 * time, it means that they do not. Counted from the day of the order, which is never later than the day promised.
 */
export function needsConsent({ orderedOn, shipBy, isRepeated }: Delay): boolean {
  return shipBy === null || isRepeated || shipBy > addDays(orderedOn, DAYS_OF_SILENCE)
}
