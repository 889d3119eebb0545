import { MESSAGES } from '#contract/messages.ts'
import { type CardForm, CardFormError, destroyCard, setUpCard, type SetUpCardParts } from './set-up-card.ts'

export type CardFormState =
  | { status: 'loading' }
  | { status: 'ready'; form: CardForm }
  | { status: 'failed'; message: string; cause: unknown }

/** One card form at a time on a page: the next waits until the one before is gone. */
let closing: Promise<unknown> = Promise.resolve()

/** Begins a card form and tells how it goes; returns how to end it, at whatever stage it is. */
export function openCardForm(
  parts: Omit<SetUpCardParts, 'signal'>,
  onState: (state: CardFormState) => void,
): () => void {
  const { signal, abort } = abortable()
  const opened = closing.then(() => {
    signal.throwIfAborted()
    return setUpCard({ ...parts, signal })
  })
  opened.then(
    (form) => {
      if (!signal.aborted) onState({ status: 'ready', form })
    },
    (error: unknown) => {
      const message = error instanceof CardFormError ? error.message : MESSAGES.paymentUnavailable
      if (!signal.aborted) onState({ status: 'failed', message, cause: error })
    },
  )
  return () => {
    abort()
    // A form that never came up was taken down where it failed.
    closing = opened.then(
      ({ card }) => destroyCard(card),
      () => undefined,
    )
  }
}

function abortable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
