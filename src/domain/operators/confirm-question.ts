import { formatCents } from '../money/cents.ts'
import { readDollars } from '../money/dollars.ts'

/** Hidden form fields with the question to confirm before the form takes effect. */
export const QUESTION = 'question'
export const QUESTION_WITHOUT = 'questionWithout'

/**
 * The question to ask about a form, if any. `{amount}` is the amount in the field of that name; an invalid amount is
 * refused later and not asked about. With `questionWithout`, the question is asked only if that field is empty.
 */
export function questionAbout(valueOf: (field: string) => string): string | undefined {
  const question = valueOf(QUESTION)
  const without = valueOf(QUESTION_WITHOUT)
  if (!question || (without && valueOf(without).trim() !== '')) return undefined
  if (!question.includes('{amount}')) return question
  const sum = readDollars(valueOf('amount').trim())
  return sum.ok ? question.replace('{amount}', formatCents(sum.cents)) : undefined
}
