import type * as z from 'zod/mini'
import { FORM_FIELDS } from '#contract/checkout.ts'

export type PaymentFault = { status: 400 | 422; message: string; field?: string }

/** 422 for what a buyer can put right, 400 for what no page of ours sends. The message never repeats what was sent. */
export function firstFault(error: z.core.$ZodError): PaymentFault {
  const [issue] = error.issues
  const path = (issue?.path ?? []).filter((part) => typeof part === 'string')
  const field = FORM_FIELDS[path.join('.')] ?? FORM_FIELDS[path[0] ?? '']
  const isOurs = issue !== undefined && field !== undefined && issue.code !== 'unrecognized_keys'
  return isOurs ? { status: 422, message: issue.message, field } : { status: 400, message: 'Invalid request' }
}

/** Digits that stand by themselves: those within a token or an address that was made up by a machine are not typed. */
const TYPED_DIGITS = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g

/** A card number has no business here, in whatever field it stands. */
export function holdsCardNumber(value: unknown): boolean {
  if (typeof value === 'string') return (value.match(TYPED_DIGITS) ?? []).some(isCardNumber)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsCardNumber)
}

function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '')
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0 && Number(digits) > 0
}
