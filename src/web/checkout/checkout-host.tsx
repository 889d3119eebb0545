import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { MESSAGES } from '#contract/messages.ts'
import { CHECKOUT_HASH } from '#web/paths.ts'
import { useDismissToasts, useToast } from '#web/ui/toaster.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import type { CheckoutProps } from './checkout.tsx'
import { hasUnsettledPayment } from './unsettled-payment.ts'

/** Marks the history entry that opened the dialog, so that closing it goes back instead of adding another. */
export const OPENED_HERE = { isCheckout: true }

/** A file of its own, fetched when the drawer opens: most visitors only look around. */
export function loadCheckout() {
  return import('./checkout.tsx').catch(() => undefined)
}

/** The checkout's place on every page. Once loaded it stays, so that a payment is followed whatever the visitor does. */
export function CheckoutHost({ scriptUrl }: { scriptUrl: string }) {
  const [Checkout, setCheckout] = useState<ComponentType<CheckoutProps>>()
  const isOpen = useHash() === CHECKOUT_HASH
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const toast = useToast()
  const dismissToasts = useDismissToasts()

  const close = useCallback(() => {
    if ((state as Partial<typeof OPENED_HERE> | null)?.isCheckout) void navigate(-1)
    else void navigate({ search, hash: '' }, { replace: true, preventScrollReset: true })
  }, [navigate, search, state])

  useEffect(() => {
    async function show() {
      const loaded = await loadCheckout()
      if (loaded) return setCheckout(() => loaded.Checkout)
      toast(MESSAGES.paymentScriptFailed, 'error')
      if (isOpen) close()
    }
    if (!Checkout && (isOpen || hasUnsettledPayment())) void show()
  }, [Checkout, isOpen, close, toast])

  useEffect(() => {
    if (isOpen) dismissToasts('added')
  }, [isOpen, dismissToasts])

  return Checkout && <Checkout isOpen={isOpen} onClose={close} scriptUrl={scriptUrl} />
}
