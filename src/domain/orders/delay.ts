import { addDays } from '../time/periods.ts'

export type Delay = {
  /** Days such as 2026-03-04. */
  orderedOn: string
  /** Null if unknown. */
  shipBy: string | null
  /** The buyer was notified of a delay before. */
  isRepeated: boolean
}

const DAYS_OF_SILENCE = 30

/**
 * 16 CFR 435: for a short delay, no reply means that the buyer agrees to wait. For a delay without a date, a long one,
 * or a second one, it means that they do not. Counted from the order date, which is never later than the promised date.
 */
export function needsConsent({ orderedOn, shipBy, isRepeated }: Delay): boolean {
  return shipBy === null || isRepeated || shipBy > addDays(orderedOn, DAYS_OF_SILENCE)
}
