import { useEffect } from 'react'
import { OFFLINE } from '#web/ui/offline.ts'
import { useToast } from '#web/ui/toaster.tsx'

/**
 * Without a network the router reloads a page whose script it can't load, and the browser shows its own error in its
 * place. So links and searches wait for the network, and the page stays.
 */
export function useStayOffline(): void {
  const toast = useToast()
  useEffect(() => {
    function stay(event: Event) {
      if (navigator.onLine || !leadsAway(event)) return
      event.preventDefault()
      event.stopPropagation()
      toast(OFFLINE, 'error')
    }
    addEventListener('click', stay, true)
    addEventListener('submit', stay, true)
    return () => {
      removeEventListener('click', stay, true)
      removeEventListener('submit', stay, true)
    }
  }, [toast])
}

/** To another page of the shop. A file, as the picture that a dialog enlarges, may be here already. */
function leadsAway({ target }: Event): boolean {
  const address = addressOf(target)
  const { origin, pathname } = new URL(address ?? '', location.href)
  return (
    address !== undefined && origin === location.origin && pathname !== location.pathname && !pathname.includes('.')
  )
}

function addressOf(target: EventTarget | null): string | undefined {
  // A form that posts has its own way to say that it failed.
  if (target instanceof HTMLFormElement) return target.method === 'get' ? target.action : undefined
  const link = target instanceof Element ? target.closest('a') : null
  return link?.href
}
