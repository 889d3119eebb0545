import { useEffect, useState } from 'react'
import { checkDiscountCode, type DiscountCheck } from './check-discount-code.ts'

export type DiscountState = { step: 'untouched' } | { step: 'validating' } | ({ step: 'checked' } & DiscountCheck)

/** Untouched, validating, then valid or invalid. Editing clears the result; a blank code is ignored. */
export function useDiscount(subtotalCents: number, initialCode: string) {
  const [code, setCode] = useState(initialCode.trim())
  const [checked, setChecked] = useState<{ key: string; check: DiscountCheck }>()
  // What a code saves follows the cart: a changed subtotal asks again.
  const key = `${subtotalCents} ${code}`

  useEffect(() => {
    if (code === '') return
    let isWanted = true
    async function ask() {
      const check = await checkDiscountCode(code, subtotalCents)
      if (isWanted) setChecked({ key, check })
    }
    void ask()
    return () => {
      isWanted = false
    }
  }, [code, subtotalCents, key])

  function state(): DiscountState {
    if (code === '') return { step: 'untouched' }
    return checked?.key === key ? { step: 'checked', ...checked.check } : { step: 'validating' }
  }

  return { state: state(), edit: () => setCode(''), check: (typed: string) => setCode(typed.trim()) }
}
