import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { MESSAGES } from '#contract/messages.ts'
import { useCart } from '#web/cart/cart-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useDismissToasts } from '#web/ui/toaster.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import type { FlowResult, PaymentFlow } from './payment-flow.ts'
import { isProcessing, type PaymentStep } from './payment-state.ts'
import { reportViolations } from './report-violations.ts'

export type CheckoutDialogProps = {
  flow: PaymentFlow
  step: PaymentStep
  onClose: () => void
  onResult: (result: FlowResult) => void
  scriptUrl: string
  message: string
  onMessage: (message: string) => void
}

/** The element that holds everything but dialogs and toasts; see root.tsx. */
const PAGE_ID = 'page'

/**
 * A custom dialog instead of showModal(), which covers anything appended to the body later, as the bank's challenge is.
 * The page behind it is inert, the challenge isn't.
 */
export function CheckoutDialog({ step, onClose, ...parts }: CheckoutDialogProps) {
  const { count } = useCart()
  const panel = useRef<HTMLDivElement>(null)
  const isBusy = isProcessing(step)
  const dismissToasts = useDismissToasts()
  useModal(panel, {
    onOpen: () => dismissToasts('added'),
    // Not while busy, when a challenge outside the dialog must be reachable.
    onKey: (event) => {
      if (isBusy) return
      if (event.key === 'Escape') onClose()
      if (event.key === 'Tab' && panel.current) keepFocusInside(event, panel.current)
    },
  })

  function closeUnlessBusy() {
    if (!isBusy) onClose()
  }

  return (
    <div className="checkout-layer fixed inset-0 z-30 flex items-start justify-center sm:p-6">
      {/* A separate element, so that a press that starts in a field and ends outside doesn't close anything. */}
      <div className="absolute inset-0 bg-shade/40" aria-hidden="true" onClick={closeUnlessBusy} />
      <div
        className="relative h-full w-full max-w-[70rem] checkout-window scroll-pt-20 scroll-pb-36 overflow-y-auto overscroll-contain bg-paper text-ink shadow-2xl outline-none sm:h-auto sm:max-h-full"
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-labelledby="checkout-title"
        tabIndex={-1}
      >
        <div className="checkout-head sticky top-0 z-10 flex items-center justify-between border-b border-line bg-paper px-gutter py-3 sm:px-8">
          <h2 className="text-[2.1rem]" id="checkout-title">
            Checkout
          </h2>
          <button
            className="-mr-2 flex size-11 items-center justify-center disabled:opacity-40"
            type="button"
            disabled={isBusy}
            onClick={onClose}
          >
            <span className="sr-only">Close checkout</span>
            <Icon name="close" />
          </button>
        </div>
        {step === 'pending' ? (
          <Notice title="One moment">
            <span role="alert">{MESSAGES.paymentPending}</span> This page updates on its own. You can close it; we’ll
            email you.
          </Notice>
        ) : count === 0 && !isBusy ? (
          <Notice title="Your cart is empty">
            {/* Removing the last line lost the focus. */}
            <button className="button mt-6" type="button" autoFocus onClick={onClose}>
              Back to the shop
            </button>
          </Notice>
        ) : (
          <CheckoutForm {...parts} step={step} onClose={closeUnlessBusy} />
        )}
      </div>
    </div>
  )
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-lg px-gutter py-20 text-center">
      <p className="display text-title">{title}</p>
      <div className="mt-4 text-soft">{children}</div>
    </div>
  )
}

type ModalEvents = { onOpen: () => void; onKey: (event: KeyboardEvent) => void }

/**
 * While the dialog is open, the page behind it is inert, keys go to the dialog, and what the browser blocks is
 * reported. Closing it restores the focus. Scrolling is locked in app.css.
 */
function useModal(panel: RefObject<HTMLElement | null>, { onOpen, onKey }: ModalEvents): void {
  const opened = useEffectEvent(onOpen)
  const handleKey = useEffectEvent(onKey)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event)
    const page = document.getElementById(PAGE_ID)
    const before = document.activeElement
    const stopReporting = reportViolations()
    document.addEventListener('keydown', listen)
    if (page) page.inert = true
    panel.current?.focus()
    opened()
    return () => {
      stopReporting()
      document.removeEventListener('keydown', listen)
      if (page) page.inert = false
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [panel])
}

const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, summary, iframe'

function keepFocusInside(event: KeyboardEvent, panel: HTMLElement): void {
  const stops = [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.checkVisibility())
  const [first, last] = [stops[0], stops.at(-1)]
  const isAtStart = document.activeElement === first || document.activeElement === panel
  if (event.shiftKey && isAtStart) {
    event.preventDefault()
    last?.focus()
  } else if (!event.shiftKey && document.activeElement === last) {
    event.preventDefault()
    first?.focus()
  }
}
