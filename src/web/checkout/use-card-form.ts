import { useEffect, useRef, useState } from 'react'
import { useToast } from '#web/ui/toaster.tsx'
import { type CardFormState, openCardForm } from './open-card-form.ts'

/** The provider's card form in `container`; `tries` is the key of its element, which every try needs afresh. */
export function useCardForm(scriptUrl: string) {
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<CardFormState>({ status: 'loading' })
  const container = useRef<HTMLDivElement>(null)
  const toast = useToast()

  useEffect(() => {
    setState({ status: 'loading' })
    return openCardForm({ scriptUrl, findContainer: () => container.current }, (next) => {
      setState(next)
      if (next.status !== 'failed') return
      toast(next.message, 'error')
      // oxlint-disable-next-line no-console -- spec 8: these are logged, and whoever looks for the cause looks here
      console.error(next.message, next.cause)
    })
  }, [scriptUrl, toast, tries])

  return { state, container, tries, tryAgain: () => setTries(tries + 1) }
}
