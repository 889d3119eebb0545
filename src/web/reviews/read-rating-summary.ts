import type { RatingSummary } from '#domain/reviews/review.ts'
import { fieldsOf } from '#web/fields-of.ts'

/**
 * A summary from a product's live stream; undefined if invalid. Checked by hand, because every product page gets one
 * at once, and the schema library would delay them all.
 */
export function readRatingSummary(sent: unknown): RatingSummary | undefined {
  const { average, count, stars } = fieldsOf(sent)
  const { 5: five, 4: four, 3: three, 2: two, 1: one } = fieldsOf(stars)
  if (!isNumber(average) || !isNumber(count)) return undefined
  if (!isNumber(five) || !isNumber(four) || !isNumber(three) || !isNumber(two) || !isNumber(one)) return undefined
  return { average, count, stars: { 5: five, 4: four, 3: three, 2: two, 1: one } }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}
