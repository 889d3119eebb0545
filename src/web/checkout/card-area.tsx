import type { RefObject } from 'react'
import { MESSAGES } from '#contract/messages.ts'
import type { CardFormState } from './open-card-form.ts'

export type CardAreaProps = {
  state: CardFormState
  container: RefObject<HTMLDivElement | null>
  /** A new number is a new, empty element. */
  tries: number
  onTryAgain: () => void
}

/** The provider's own form: what is typed there never touches this page. Its room is kept free while it loads. */
export function CardArea({ state, container, tries, onTryAgain }: CardAreaProps) {
  return (
    <div className="relative mt-4 min-h-[140px] sm:min-h-[97px]" aria-busy={state.status === 'loading'}>
      {state.status === 'loading' && (
        <div className="card-skeleton absolute inset-x-0 top-0 h-12 border border-line bg-bone" role="status">
          <span className="sr-only">Loading the card form…</span>
        </div>
      )}
      {state.status === 'failed' ? (
        <div className="border border-line bg-bone px-4 py-4 text-small" role="alert">
          <p>{MESSAGES.cardFormUnavailable}</p>
          <p className="mt-3">
            <button className="button button-quiet" type="button" onClick={onTryAgain}>
              Try again
            </button>
          </p>
        </div>
      ) : (
        <div className="relative" ref={container} key={tries} />
      )}
    </div>
  )
}
