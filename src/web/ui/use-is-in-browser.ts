import { useSyncExternalStore } from 'react'

/** False on the server and during hydration, so that both render the same; true afterwards. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
