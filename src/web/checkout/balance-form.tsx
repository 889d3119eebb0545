import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { MESSAGES } from '#contract/messages.ts'
import type { BalanceView } from '#contract/order-view.ts'
import { formatCents } from '#domain/money/cents.ts'
import { useToast } from '#web/ui/toaster.tsx'
import { askBeforeUnload } from './ask-before-unload.ts'
import { CardArea, CardNote } from './card-area.tsx'
import { isOffline } from './card-problem.ts'
import { payBalance } from './pay-order.ts'
import { PayButton, PayPatience, PayProblem } from './pay-parts.tsx'
import { withPaymentLock } from './payment-lock.ts'
import type { PaymentOutcome } from './payment-state.ts'
import { verificationDetails } from './tokenize-card.ts'
import { useCardForm } from './use-card-form.ts'
import { useToken } from './use-token.ts'

export type BalanceFormProps = {
  balance: BalanceView & { buyer: NonNullable<BalanceView['buyer']> }
  /** Token of the order page. */
  token: string
  scriptUrl: string
}

/** The card form for a later payment request. */
export function BalanceForm({ balance, token, scriptUrl }: BalanceFormProps) {
  const { requestId, amountCents, buyer } = balance
  const form = useRef<HTMLFormElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const tryAgainButton = useRef<HTMLButtonElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState('')
  const [isPaid, setIsPaid] = useState(false)
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const card = useCardForm(scriptUrl, container, { submit: () => form.current?.requestSubmit(), escape: () => {} })
  const tokenFor = useToken({ say: setMessage, onGivenUp: card.tryAgain })
  useEffect(() => {
    askBeforeUnload(isBusy)
    return () => askBeforeUnload(false)
  }, [isBusy])

  useEffect(() => {
    if (!isPaid) return undefined
    const showOrder = () => void revalidate()
    window.addEventListener('online', showOrder)
    return () => window.removeEventListener('online', showOrder)
  }, [isPaid, revalidate])
  const received = `Payment of ${formatCents(amountCents)} received. Thank you.`

  async function payWith(sourceId: string): Promise<void> {
    const outcome = await payBalance({ token, requestId, sourceId }, crypto.randomUUID()).catch(toUnknown)
    // The page then shows what the shop knows: paid, being checked, or still to pay.
    if (!isOffline()) await revalidate()
    if (outcome.kind === 'paid') {
      // If the page could not be reloaded, the form must not ask for payment again.
      setIsPaid(true)
      toast(received)
    }
    if (outcome.kind === 'failed') setMessage(outcome.message)
    if (outcome.kind === 'unknown') setMessage(MESSAGES.balanceUnknown)
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

  if (isPaid)
    return (
      <p className="mt-5" role="status">
        {received}
      </p>
    )
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
        isNewOrder={false}
      />
      <CardNote />
      <div className="mt-3 grid gap-2.5">
        <PayProblem message={message} />
        <PayButton label={`Pay ${formatCents(amountCents)}`} isBusy={isBusy} className="w-full" />
        <PayPatience isBusy={isBusy} />
      </div>
    </form>
  )
}

function toUnknown(): PaymentOutcome {
  return { kind: 'unknown' }
}
