import { useRouteLoaderData } from 'react-router'
import { DEFAULT_RATES, type Rates } from '#domain/money/rates.ts'
import type { loader as rootLoader } from '#web/root.tsx'

/** What shipping and taxes cost as of this page. The quote has the last word. */
export function useRates(): Rates {
  return useRouteLoaderData<typeof rootLoader>('root')?.rates ?? DEFAULT_RATES
}
