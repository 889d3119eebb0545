import type { RefObject } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { MESSAGES } from '#contract/messages.ts'
import { telephoneLink } from '#web/frame/telephone-link.ts'
import { paths } from '#web/paths.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CARD_ADVICE, type CardProblem } from './card-problem.ts'
import type { CardFormState } from './open-card-form.ts'
import { useIsSlow } from './use-is-slow.ts'

export type CardAreaProps = {
  state: CardFormState
  container: RefObject<HTMLDivElement | null>
  /** A new number creates a new, empty element. */
  tries: number
  tryAgainButton: RefObject<HTMLButtonElement | null>
  onTryAgain: () => void
  /** True if there is no order yet, so it could also be placed another way. */
  isNewOrder: boolean
}

/** The provider's own form: what is typed there never touches this page. Its space is reserved while it loads. */
export function CardArea({ state, container, tries, tryAgainButton, onTryAgain, isNewOrder }: CardAreaProps) {
  const isSlow = useIsSlow(state.status === 'loading')
  return (
    <div className="relative mt-4 min-h-[140px] sm:min-h-[97px]" aria-busy={state.status === 'loading'}>
      {state.status === 'loading' && (
        <div className="absolute inset-x-0 top-0" role="status">
          <div className="card-skeleton relative h-12 border border-line bg-bone">
            <span className="sr-only">Loading the card form…</span>
          </div>
          {isSlow && <p className="mt-2 text-fine text-soft">Square's card form is taking longer than usual…</p>}
        </div>
      )}
      {state.status === 'failed' ? (
        <div className="border border-line bg-bone px-4 py-4 text-small" role="alert">
          <p>{MESSAGES.cardFormUnavailable}</p>
          <Advice problem={state.problem} isNewOrder={isNewOrder} />
          <p className="mt-3">
            <button className="button button-quiet" type="button" ref={tryAgainButton} onClick={onTryAgain}>
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

/** The likely cause, and how to order without the form. */
function Advice({ problem, isNewOrder }: { problem: CardProblem; isNewOrder: boolean }) {
  const shop = useRouteLoaderData<typeof rootLoader>('root')?.shop
  return (
    <>
      <p className="mt-2">{CARD_ADVICE[problem]}</p>
      {shop && (
        <p className="mt-2">
          {isNewOrder ? 'You can also order' : 'If that doesn’t help, contact us'} by email at{' '}
          <a className="underline underline-offset-2" href={`mailto:${shop.email}`}>
            {shop.email}
          </a>{' '}
          or by phone at{' '}
          <a className="underline underline-offset-2" href={telephoneLink(shop.phone)}>
            {shop.phone}
          </a>
          .
        </p>
      )}
    </>
  )
}

/** A note in this tab's storage tracks a payment through a reload; without storage the page itself must stay open. */
export function StorageNote() {
  return (
    <p className="mt-2 text-fine text-soft">
      This browser blocks storage for our shop. You can still pay: just keep this page open until your order is
      confirmed.
    </p>
  )
}

/** Where the card number goes and where it doesn't. */
export function CardNote() {
  return (
    <p className="mt-2 flex items-start gap-2 text-fine text-soft">
      <Icon name="lock" className="mt-0.5 size-4 shrink-0" />
      <span>
        Payments are processed by Square. We never see your card number.{' '}
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
