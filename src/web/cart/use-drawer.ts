import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { OPENED_HERE } from '#web/checkout/checkout-host.tsx'
import { CART_HASH, CHECKOUT_HASH } from '#web/paths.ts'
import { useHash } from '#web/ui/use-hash.ts'

/** Marks the history entry that opened the drawer, so that closing it goes back instead of adding another. */
const DRAWER_OPENED_HERE = { isDrawer: true }

export type Drawer = ReturnType<typeof useDrawer>

/**
 * The drawer is a history entry: Back closes it. Following a link from it replaces that entry, so Back never reopens
 * the drawer.
 */
export function useDrawer() {
  const isOpen = useHash() === CART_HASH
  const { search, state } = useLocation()
  const navigate = useNavigate()
  /** Going back takes a moment, during which the cart may be reopened. */
  const leaving = useRef<'for-good' | 'to-return'>(undefined)
  const wasOpenedHere = Boolean((state as Partial<typeof DRAWER_OPENED_HERE> | null)?.isDrawer)

  const open = useCallback(() => {
    if (leaving.current) leaving.current = 'to-return'
    else if (location.hash !== CART_HASH)
      void navigate(
        { search: location.search, hash: CART_HASH },
        { preventScrollReset: true, state: DRAWER_OPENED_HERE },
      )
  }, [navigate])

  useEffect(() => {
    if (isOpen) return
    const isWanted = leaving.current === 'to-return'
    leaving.current = undefined
    if (isWanted) open()
  }, [isOpen, open])

  /** For the dialog's close event, which also comes after Back has already left the entry. */
  const closed = useCallback(() => {
    if (location.hash !== CART_HASH) return
    if (wasOpenedHere) {
      leaving.current = 'for-good'
      void navigate(-1)
    } else void navigate({ search, hash: '' }, { replace: true, preventScrollReset: true })
  }, [navigate, search, wasOpenedHere])

  /** A page loaded with its drawer open has no page of ours to go back to. */
  const toCheckout = useCallback(() => {
    const marks = wasOpenedHere ? { state: OPENED_HERE } : {}
    void navigate({ search, hash: CHECKOUT_HASH }, { replace: true, preventScrollReset: true, ...marks })
  }, [navigate, search, wasOpenedHere])

  return { isOpen, open, closed, toCheckout }
}
