import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useToast } from '#web/ui/toaster.tsx'
import { type CardFormState, openCardForm } from './open-card-form.ts'

const LOADING: CardFormState = { status: 'loading' }

/** Keys pressed inside the provider's iframe never reach this page; it reports the two that matter. */
type CardKeys = { submit: () => void; escape: () => void }

/** The provider's card form in `container`; `tries` is the key of that element, because every try needs a new one. */
export function useCardForm(scriptUrl: string, container: RefObject<HTMLElement | null>, keys: CardKeys) {
  const [tries, setTries] = useState(0)
  const [known, setKnown] = useState<{ tries: number; state: CardFormState }>()
  const toast = useToast()
  const submit = useEffectEvent(() => keys.submit())
  const escape = useEffectEvent(() => keys.escape())

  useEffect(
    () =>
      openCardForm({ scriptUrl, findContainer: () => container.current }, (state) => {
        setKnown({ tries, state })
        // These end with the card, which is destroyed when the form is closed.
        if (state.status === 'ready') {
          state.form.card.addEventListener('submit', () => submit())
          state.form.card.addEventListener('escape', () => escape())
        }
        if (state.status !== 'failed') return
        toast(state.message, 'error')
        // oxlint-disable-next-line no-console -- the toast is for the buyer; the cause is for support
        console.error(state.message, state.cause)
      }),
    [scriptUrl, container, toast, tries],
  )

  const state = known?.tries === tries ? known.state : LOADING
  const isOffline = state.status === 'failed' && state.problem === 'offline'
  useEffect(() => {
    if (!isOffline) return
    const tryAgain = () => setTries((before) => before + 1)
    addEventListener('online', tryAgain)
    return () => removeEventListener('online', tryAgain)
  }, [isOffline])

  return { state, tries, tryAgain: () => setTries(tries + 1) }
}
