import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { CHECKOUT_HASH } from '#web/paths.ts'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { useToast } from '#web/ui/toaster.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { useIsInBrowser } from '#web/ui/use-is-in-browser.ts'
import { withDeadline } from './deadline.ts'
import { hasUnsettledPayment } from './unsettled-payment.ts'

/** Marks the history entry that opened the dialog, so that closing it goes back instead of adding another. */
export const OPENED_HERE = { isCheckout: true }

/** In a separate file, fetched when the drawer opens, because most visitors just look around. */
export function loadCheckout() {
  return import('./checkout.tsx').catch(() => undefined)
}

const LOAD_DEADLINE_MS = 20_000

async function loadComponent() {
  const loaded = await withDeadline(loadCheckout(), LOAD_DEADLINE_MS)
  if (!loaded) throw new Error('the checkout could not be loaded')
  return loaded.Checkout
}

/**
 * The checkout's place on every page. Once loaded it stays, so that a payment is tracked no matter where the visitor
 * goes.
 */
export function CheckoutHost({ scriptUrl }: { scriptUrl: string }) {
  const isOpen = useHash() === CHECKOUT_HASH
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const toast = useToast()
  const isUnsettled = useIsInBrowser() && hasUnsettledPayment()

  const close = useCallback(() => {
    if ((state as Partial<typeof OPENED_HERE> | null)?.isCheckout) void navigate(-1)
    else void navigate({ search, hash: '' }, { replace: true, preventScrollReset: true })
  }, [navigate, search, state])

  return (
    <LazyPart
      occasion={isOpen ? 'open' : isUnsettled ? 'unsettled' : ''}
      load={loadComponent}
      onFailed={() => {
        toast(PAGE_MESSAGES.paymentScriptFailed, 'error')
        if (isOpen) close()
      }}
      props={{ isOpen, onClose: close, scriptUrl }}
    />
  )
}
