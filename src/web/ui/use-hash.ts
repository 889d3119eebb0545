import { useLocation } from 'react-router'
import { useIsInBrowser } from './use-is-in-browser.ts'

/** The URL fragment. Empty during hydration: the server, which never sees it, rendered without it. */
export function useHash(): string {
  const { hash } = useLocation()
  return useIsInBrowser() ? hash : ''
}
