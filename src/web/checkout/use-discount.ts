import { useEffect, useRef, useState } from 'react'
import { checkDiscountCode, type DiscountCheck } from './check-discount-code.ts'

export type DiscountState = { step: 'untouched' } | { step: 'validating' } | ({ step: 'checked' } & DiscountCheck)

/** Spec 4: untouched, validating, valid or invalid. Editing clears the result; a blank code is ignored. */
export function useDiscount(subtotalCents: number, initialCode: string) {
  const [state, setState] = useState<DiscountState>({ step: 'untouched' })
  const [code, setCode] = useState(initialCode.trim())
  /** Answers to earlier codes come too late. */
  const turn = useRef(0)

  useEffect(() => {
    const mine = ++turn.current
    if (code === '') return
    setState({ step: 'validating' })
    void checkDiscountCode(code, subtotalCents).then((check) => {
      if (turn.current === mine) setState({ step: 'checked', ...check })
    })
    // What a code saves follows the cart: a changed subtotal asks again.
  }, [code, subtotalCents])

  function edit() {
    turn.current += 1
    setCode('')
    setState({ step: 'untouched' })
  }

  return { state, edit, check: (typed: string) => setCode(typed.trim()) }
}
