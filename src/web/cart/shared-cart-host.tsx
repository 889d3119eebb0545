import { useLocation, useNavigate } from 'react-router'
import { SHARED_CART_HASH } from '#web/paths.ts'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { useHash } from '#web/ui/use-hash.ts'

/** Waits for a URL with a cart in it; the dialog's code is loaded only then. */
export function SharedCartHost() {
  const hash = useHash()
  const { search } = useLocation()
  const navigate = useNavigate()
  const isLink = hash.startsWith(SHARED_CART_HASH)

  /** Clears the URL, so that a reload doesn't ask again. */
  function done() {
    void navigate({ search, hash: '' }, { replace: true, preventScrollReset: true })
  }

  return (
    <LazyPart
      occasion={isLink ? hash : ''}
      load={loadDialog}
      onFailed={done}
      props={isLink ? { link: hash.slice(SHARED_CART_HASH.length), onDone: done } : undefined}
      identity={hash}
    />
  )
}

async function loadDialog() {
  const { SharedCartDialog } = await import('./shared-cart-dialog.tsx')
  return SharedCartDialog
}
