import { useSyncExternalStore } from 'react'

/** The order number and our signature, from a link on the order page or in an email. */
export type OrderLink = { number: string; proof: string }

/** The cached page doesn't contain it: the server drops the parameters, and the browser reads them after hydration. */
export function useOrderLink(): OrderLink | undefined {
  const query = new URLSearchParams(
    useSyncExternalStore(
      () => () => {},
      () => location.search,
      () => '',
    ),
  )
  const [number, proof] = [query.get('order'), query.get('proof')]
  return number && proof ? { number, proof } : undefined
}
