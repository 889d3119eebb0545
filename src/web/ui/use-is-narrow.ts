import { useSyncExternalStore } from 'react'

/** Phones: below 768 pixels. */
const NARROW = '(width < 48rem)'

export function isNarrowScreen(): boolean {
  return matchMedia(NARROW).matches
}

/** Undefined until hydrated: the server renders one page for every screen. */
export function useIsNarrow(): boolean | undefined {
  return useSyncExternalStore(subscribe, isNarrowScreen, () => undefined)
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
