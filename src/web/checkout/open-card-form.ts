import { MESSAGES } from '#contract/messages.ts'
import { type CardProblem, toCardProblem } from './card-problem.ts'
import { type CardForm, CardFormError, destroyCard, setUpCard, type SetUpCardDeps } from './set-up-card.ts'

export type CardFormState =
  | { status: 'loading' }
  | { status: 'ready'; form: CardForm }
  | { status: 'failed'; message: string; problem: CardProblem; cause: unknown }

/** One card form at a time on a page: the next waits until the previous one is gone. */
let closing: Promise<unknown> = Promise.resolve()

/** Opens a card form and reports its progress; returns a function that closes it at any stage. */
export function openCardForm(
  parts: Omit<SetUpCardDeps, 'signal'>,
  onState: (state: CardFormState) => void,
): () => void {
  const before = closing
  const controller = new AbortController()
  const { signal } = controller
  const opened = begin()
  void report()

  async function begin(): Promise<CardForm> {
    await before
    signal.throwIfAborted()
    return setUpCard({ ...parts, signal })
  }

  async function report(): Promise<void> {
    const state = await opened.then(toReady, toFailed)
    if (!signal.aborted) onState(state)
  }

  return () => {
    controller.abort()
    // A form that never opened was cleaned up where it failed.
    closing = opened.then(
      ({ card }) => destroyCard(card),
      () => undefined,
    )
  }
}

function toReady(form: CardForm): CardFormState {
  return { status: 'ready', form }
}

function toFailed(cause: unknown): CardFormState {
  const { message, problem } =
    cause instanceof CardFormError ? cause : new CardFormError(MESSAGES.paymentUnavailable, 'refused')
  return { status: 'failed', message, problem: toCardProblem(problem), cause }
}
