import { type RefObject, useEffect, useState } from 'react'
import { useToast } from '#web/ui/toaster.tsx'
import { type CardFormState, openCardForm } from './open-card-form.ts'

const LOADING: CardFormState = { status: 'loading' }

/** The provider's card form in `container`; `tries` is the key of that element, which every try needs afresh. */
export function useCardForm(scriptUrl: string, container: RefObject<HTMLElement | null>) {
  const [tries, setTries] = useState(0)
  const [known, setKnown] = useState<{ tries: number; state: CardFormState }>()
  const toast = useToast()

  useEffect(
    () =>
      openCardForm({ scriptUrl, findContainer: () => container.current }, (state) => {
        setKnown({ tries, state })
        if (state.status !== 'failed') return
        toast(state.message, 'error')
        // oxlint-disable-next-line no-console -- the toast is for the buyer; the cause is for support
        console.error(state.message, state.cause)
      }),
    [scriptUrl, container, toast, tries],
  )

  return { state: known?.tries === tries ? known.state : LOADING, tries, tryAgain: () => setTries(tries + 1) }
}
