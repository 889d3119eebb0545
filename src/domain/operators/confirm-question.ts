import { formatCents } from '../money/cents.ts'
import { readDollars } from '../money/dollars.ts'

/** The fields in which a form carries what is to be asked before it is carried out. */
export const QUESTION = 'question'
export const QUESTION_WITHOUT = 'questionWithout'

/**
 * What to ask about a form, if anything. `{amount}` is the sum in the field of that name; what is no sum is refused
 * afterwards, and not asked about. A question that names another field is asked only when that is empty.
 */
export function questionAbout(valueOf: (field: string) => string): string | undefined {
  const question = valueOf(QUESTION)
  const without = valueOf(QUESTION_WITHOUT)
  if (!question || (without && valueOf(without).trim() !== '')) return undefined
  if (!question.includes('{amount}')) return question
  const sum = readDollars(valueOf('amount').trim())
  return sum.ok ? question.replace('{amount}', formatCents(sum.cents)) : undefined
}
