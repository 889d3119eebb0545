import { useLocation } from 'react-router'
import { useIsInBrowser } from './use-is-in-browser.ts'

/** The fragment of the address. Empty while a page is taken over: the server, which never sees it, drew it without. */
export function useHash(): string {
  const { hash } = useLocation()
  return useIsInBrowser() ? hash : ''
}
