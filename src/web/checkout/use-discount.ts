import { useState } from 'react'
import { tidyCode } from '#domain/money/typed-code.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { checkDiscountCode, type DiscountCheck } from './check-discount-code.ts'

export type DiscountState = { step: 'untouched' } | { step: 'validating' } | ({ step: 'checked' } & DiscountCheck)

/** Untouched, validating, then valid or invalid. Editing clears the result; a blank code is ignored. */
export function useDiscount(subtotalCents: number, initialCode: string) {
  const [code, setCode] = useState(tidyCode(initialCode))
  // The discount depends on the cart, so check again if the subtotal changes.
  const key = code === '' ? undefined : `${subtotalCents} ${code}`
  const check = useAnswer(key, () => checkDiscountCode(code, subtotalCents))

  function state(): DiscountState {
    if (code === '') return { step: 'untouched' }
    return check ? { step: 'checked', ...check } : { step: 'validating' }
  }

  return { state: state(), edit: () => setCode(''), check: (typed: string) => setCode(tidyCode(typed)) }
}
