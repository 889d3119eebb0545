import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** The fragment of the address. Empty while a page is taken over: the server, which never sees it, drew it without. */
export function useHash(): string {
  const { hash } = useLocation()
  const isInBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return isInBrowser ? hash : ''
}
