import type { RefObject } from 'react'
import { Link } from 'react-router'
import { MESSAGES } from '#contract/messages.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
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

/** Where the card number goes and where not. */
export function CardNote() {
  return (
    <p className="mt-2 flex items-start gap-2 text-fine text-soft">
      <Icon name="lock" className="mt-0.5 size-4 shrink-0" />
      <span>
        Your card goes straight to Square, who takes the payment. We never see or keep the number.{' '}
        <Link
          className="underline underline-offset-2 hover:text-ink"
          to={paths.policy('shipping-returns')}
          target="_blank"
        >
          Shipping &amp; returns
        </Link>
        {', '}
        <Link
          className="underline underline-offset-2 hover:text-ink"
          to={paths.policy('privacy-policy')}
          target="_blank"
        >
          privacy
        </Link>
        .
      </span>
    </p>
  )
}
