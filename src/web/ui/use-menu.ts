import { useRouteLoaderData } from 'react-router'
import type { MenuEntry } from '#domain/catalogue/collections.ts'
import type { loader } from '#web/root.tsx'

/** The collections in the menu. */
export function useMenu(): readonly MenuEntry[] {
  return useRouteLoaderData<typeof loader>('root')?.menu ?? []
}
