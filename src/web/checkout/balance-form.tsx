import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { MESSAGES } from '#contract/messages.ts'
import type { BalanceView } from '#contract/order-view.ts'
import { formatCents } from '#domain/money/cents.ts'
import { useToast } from '#web/ui/toaster.tsx'
import { CardArea, CardNote } from './card-area.tsx'
import { isOffline } from './card-problem.ts'
import { payBalance } from './pay-order.ts'
import { withPaymentLock } from './payment-lock.ts'
import type { PaymentOutcome } from './payment-state.ts'
import { verificationDetails } from './tokenize-card.ts'
import { useCardForm } from './use-card-form.ts'
import { useIsSlow } from './use-is-slow.ts'
import { useToken } from './use-token.ts'

export type BalanceFormProps = {
  balance: BalanceView & { buyer: NonNullable<BalanceView['buyer']> }
  /** Of the order's page. */
  token: string
  scriptUrl: string
}

/** The card form for what was asked for after the order was bought. */
export function BalanceForm({ balance, token, scriptUrl }: BalanceFormProps) {
  const { requestId, amountCents, buyer } = balance
  const form = useRef<HTMLFormElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const tryAgainButton = useRef<HTMLButtonElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState('')
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const isSlow = useIsSlow(isBusy)
  const card = useCardForm(scriptUrl, container, { submit: () => form.current?.requestSubmit(), escape: () => {} })
  const tokenFor = useToken({ say: setMessage, onGivenUp: card.tryAgain })
  useStay(isBusy)

  async function payWith(sourceId: string): Promise<void> {
    const outcome = await payBalance({ token, requestId, sourceId }, crypto.randomUUID()).catch(toUnknown)
    // What the page shows then is what the shop knows: paid, being checked, or still to pay.
    await revalidate()
    if (outcome.kind === 'paid') toast(`Payment of ${formatCents(amountCents)} received. Thank you.`)
    if (outcome.kind === 'failed') setMessage(outcome.message)
    if (outcome.kind === 'unknown' || outcome.kind === 'none')
      setMessage(isOffline() ? MESSAGES.offlineUnpaid : MESSAGES.paymentFailed)
  }

  async function submit(): Promise<void> {
    if (isBusy) return
    setMessage('')
    if (card.state.status !== 'ready') {
      tryAgainButton.current?.focus()
      return setMessage(MESSAGES.cardNotReady)
    }
    const { card: hosted } = card.state.form
    setIsBusy(true)
    const done = await withPaymentLock(async () => {
      const tokenize = () => hosted.tokenize(verificationDetails({ ...buyer, discountCode: null }, amountCents))
      const sourceId = await tokenFor({ name: 'your bank', tokenize })
      if (sourceId) await payWith(sourceId)
      return true
    })
    if (!done) setMessage(MESSAGES.payingElsewhere)
    setIsBusy(false)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit()
      }}
    >
      <CardArea
        state={card.state}
        container={container}
        tries={card.tries}
        tryAgainButton={tryAgainButton}
        onTryAgain={card.tryAgain}
      />
      <CardNote />
      <div role="alert">{message && <p className="mt-4 rounded-edge bg-error px-4 py-3 text-bone">{message}</p>}</div>
      <button className="button mt-5 min-h-13 w-full py-4" type="submit" disabled={isBusy}>
        {isBusy ? 'Processing Payment...' : `Pay ${formatCents(amountCents)}`}
      </button>
      <p className="mt-2 text-center text-fine text-soft" role="status">
        {isSlow && 'Still working, please stay on this page'}
      </p>
    </form>
  )
}

function toUnknown(): PaymentOutcome {
  return { kind: 'unknown' }
}

/** Asks before the page is left while a payment is on its way. */
function useStay(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [isBusy])
}
