import { useEffect } from 'react'
import { canReachShop, OFFLINE } from '#web/ui/offline.ts'
import { useToast } from '#web/ui/toaster.tsx'

/**
 * When offline, the router reloads a page whose script it can't load, and the browser shows its own error instead. So
 * links and searches wait for the network, and the page stays.
 */
export function useStayOffline(): void {
  const toast = useToast()
  useEffect(() => {
    let isReachable = false
    function stay(event: Event) {
      if (navigator.onLine || isReachable) return
      const leave = wayOut(event)
      if (!leave) return
      event.preventDefault()
      event.stopPropagation()
      void leaveIfReachable(leave)
    }
    async function leaveIfReachable(leave: () => void) {
      isReachable = await canReachShop()
      if (isReachable) leave()
      else toast(OFFLINE, 'error')
    }
    const forget = () => (isReachable = false)
    addEventListener('click', stay, true)
    addEventListener('submit', stay, true)
    addEventListener('offline', forget)
    return () => {
      removeEventListener('click', stay, true)
      removeEventListener('submit', stay, true)
      removeEventListener('offline', forget)
    }
  }, [toast])
}

/** Repeats a click or submit that leads to another page of the shop; undefined for any other event. */
function wayOut({ target }: Event): (() => void) | undefined {
  // A form that posts reports its own failure.
  if (target instanceof HTMLFormElement)
    return target.method === 'get' && isOtherPage(target.action) ? () => target.requestSubmit() : undefined
  const link = target instanceof Element ? target.closest('a') : null
  return link && isOtherPage(link.href) ? () => link.click() : undefined
}

/** A file, such as the picture that a dialog enlarges, may be loaded already. */
function isOtherPage(address: string): boolean {
  const { origin, pathname } = new URL(address, location.href)
  return origin === location.origin && pathname !== location.pathname && !pathname.includes('.')
}
