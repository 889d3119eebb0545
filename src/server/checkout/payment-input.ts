import * as z from 'zod/mini'
import { FORM_FIELDS, paymentRequest } from '#contract/checkout.ts'
import { type FormErrors, firstError, INVALID_REQUEST } from '#contract/form.ts'
import { AppError } from '#server/platform/errors.ts'

/** The code of a request that its schema refuses. */
export const INVALID_ORDER = 'invalid'

/** The field of the checkout form that a path of the request came from. */
export function checkoutField(path: readonly PropertyKey[]): string | undefined {
  const names = path.filter((part) => typeof part === 'string')
  return FORM_FIELDS[names.join('.')] ?? FORM_FIELDS[names[0] ?? '']
}

/** 422 for what a buyer can put right, 400 for what no page of ours sends. The message never repeats what was sent. */
export function invalidOrder(errors: FormErrors): AppError {
  const { message, field } = firstError(errors) ?? { message: INVALID_REQUEST }
  return new AppError(INVALID_ORDER, message, field === undefined ? 400 : 422, { field })
}

/** The request with a card number anywhere in it is refused before anything else is looked at. */
export const cardlessPayment = z.pipe(
  z.unknown().check(z.refine((sent) => !holdsCardNumber(sent), INVALID_REQUEST)),
  paymentRequest,
)

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
