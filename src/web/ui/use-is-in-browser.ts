import { useSyncExternalStore } from 'react'

/** False on the server and while the page is taken over, so that both draw the same; true from then on. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
