import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SHARED_CART_HASH } from '#web/paths.ts'
import { useHash } from '#web/ui/use-hash.ts'
import type { SharedCartDialogProps } from './shared-cart-dialog.tsx'

/** Waits for an address with a cart in it; the rest is fetched only then. */
export function SharedCartHost() {
  const [Dialog, setDialog] = useState<ComponentType<SharedCartDialogProps>>()
  const hash = useHash()
  const { search } = useLocation()
  const navigate = useNavigate()
  const isLink = hash.startsWith(SHARED_CART_HASH)

  /** The answer has been given: a reload does not ask again. */
  const done = useCallback(
    () => void navigate({ search, hash: '' }, { replace: true, preventScrollReset: true }),
    [navigate, search],
  )

  useEffect(() => {
    if (!isLink || Dialog) return
    import('./shared-cart-dialog.tsx').then(({ SharedCartDialog }) => setDialog(() => SharedCartDialog), done)
  }, [isLink, Dialog, done])

  return isLink && Dialog && <Dialog link={hash.slice(SHARED_CART_HASH.length)} onDone={done} key={hash} />
}
