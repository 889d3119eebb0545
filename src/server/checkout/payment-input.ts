import * as z from 'zod/mini'
import { FORM_FIELDS, paymentRequest } from '#contract/checkout.ts'
import { type FormErrors, firstError, INVALID_REQUEST } from '#contract/form.ts'
import { AppError } from '#server/platform/errors.ts'

/** Error code for a request that does not match the schema. */
export const INVALID_ORDER = 'invalid'

/** Maps a path of the request to its checkout form field. */
export function checkoutField(path: readonly PropertyKey[]): string | undefined {
  const names = path.filter((part) => typeof part === 'string')
  return FORM_FIELDS[names.join('.')] ?? FORM_FIELDS[names[0] ?? '']
}

/** 422 if the buyer can fix it, 400 if none of our pages sends it. The message never repeats the input. */
export function invalidOrder(errors: FormErrors): AppError {
  const { message, field } = firstError(errors) ?? { message: INVALID_REQUEST }
  return new AppError(INVALID_ORDER, message, field === undefined ? 400 : 422, { field })
}

/** Refuses a request with a card number anywhere in it before any other validation. */
export const cardlessPayment = z.pipe(
  z.unknown().check(z.refine((sent) => !holdsCardNumber(sent), INVALID_REQUEST)),
  paymentRequest,
)

/** Standalone digits only: those inside a token or a generated address were not typed. */
const TYPED_DIGITS = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g

/** A card number must not reach us in any field. */
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
