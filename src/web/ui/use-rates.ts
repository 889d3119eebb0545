import { useRouteLoaderData } from 'react-router'
import { DEFAULT_RATES, type Rates } from '#domain/money/rates.ts'
import type { loader as rootLoader } from '#web/root.tsx'

/** Shipping and tax rates as of this page. The quote has the final say. */
export function useRates(): Rates {
  return useRouteLoaderData<typeof rootLoader>('root')?.rates ?? DEFAULT_RATES
}
