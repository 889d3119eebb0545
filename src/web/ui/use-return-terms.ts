import { useRouteLoaderData } from 'react-router'
import type { ReturnTerms } from '#domain/orders/return-terms.ts'
import type { loader as rootLoader } from '#web/root.tsx'

/** Null until the owner has confirmed them. */
export function useReturnTerms(): ReturnTerms | null {
  return useRouteLoaderData<typeof rootLoader>('root')?.shop.returns ?? null
}
