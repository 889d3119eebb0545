import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { MESSAGES } from '#contract/messages.ts'
import { useCart } from '#web/cart/cart-context.ts'
import { markOrdered } from '#web/newsletter/ordered-mark.ts'
import { CHECKOUT_HASH } from '#web/paths.ts'
import { useToast } from '#web/ui/toaster.tsx'
import { askBeforeUnload } from './ask-before-unload.ts'
import { CheckoutDialog } from './checkout-dialog.tsx'
import { draftStore } from './checkout-draft.ts'
import { askOrderStatus, payOrder } from './pay-order.ts'
import { createPaymentFlow, type FlowResult, type PaymentFlow } from './payment-flow.ts'
import { withPaymentLock } from './payment-lock.ts'
import { isProcessing } from './payment-state.ts'
import { forgetCode } from './remembered-code.ts'
import { hasUnsettledPayment } from './unsettled-payment.ts'

export type CheckoutProps = {
  isOpen: boolean
  onClose: () => void
  /** Where the provider's script is loaded from. */
  scriptUrl: string
}

/** Tracks a payment from the press to the order page; the dialog shows it and may be closed while it waits. */
export function Checkout({ isOpen, onClose, scriptUrl }: CheckoutProps) {
  const [flow] = useState(startFlow)
  const state = useSyncExternalStore(flow.subscribe, flow.getState)
  const { dispatch } = useCart()
  const navigate = useNavigate()
  const toast = useToast()
  const [message, setMessage] = useState('')
  useStayHere(flow)

  /** What all payment outcomes have in common, no matter how long ago the button was pressed. */
  const conclude = useCallback(
    (result: FlowResult) => {
      const problem = problemOf(result)
      // oxlint-disable-next-line no-console -- the sentence is for the buyer; the cause is for support
      if (result.kind === 'broken') console.error(problem, result.cause)
      if (problem) {
        setMessage(problem)
        // The open dialog shows it next to its button.
        if (location.hash !== CHECKOUT_HASH) toast(problem, 'error')
      }
      if (result.kind !== 'paid') return
      // The page it leads to has the number; a longer toast would cover its heading on a phone.
      toast('Payment received.')
      dispatch({ type: 'clear' })
      forgetCode()
      markOrdered()
      flow.restart()
      void navigate(result.order.path, { replace: true, state: { isNew: true } })
    },
    [dispatch, flow, navigate, toast],
  )

  useEffect(() => {
    if (!hasUnsettledPayment()) return
    void flow.resume().then(conclude)
    if (location.hash !== CHECKOUT_HASH)
      void navigate({ search: location.search, hash: CHECKOUT_HASH }, { replace: true, preventScrollReset: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page comes back
  }, [flow])

  return (
    isOpen && (
      <CheckoutDialog
        flow={flow}
        step={state.step}
        onClose={onClose}
        onResult={conclude}
        scriptUrl={scriptUrl}
        message={message}
        onMessage={setMessage}
      />
    )
  )
}

/** Returns the text of the toast and of the line next to the button; empty if nothing went wrong. */
function problemOf(result: FlowResult): string {
  if (result.kind === 'failed') return result.message
  if (result.kind === 'none' || result.kind === 'broken') return MESSAGES.paymentFailed
  return result.kind === 'elsewhere' ? MESSAGES.payingElsewhere : ''
}

function startFlow() {
  const flow = createPaymentFlow({
    store: draftStore,
    pay: payOrder,
    ask: askOrderStatus,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    lock: withPaymentLock,
    newId: () => crypto.randomUUID(),
  })
  flow.subscribe(() => askBeforeUnload(isProcessing(flow.getState().step)))
  return flow
}

/** Back and links wait until the payment has a response. */
function useStayHere({ getState }: PaymentFlow): void {
  // Checked at the moment of leaving, so that the response's own redirect to the order isn't blocked.
  const blocker = useBlocker(useCallback(() => isProcessing(getState().step), [getState]))
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset()
  }, [blocker])
}
