import type { MenuEntry } from '#domain/catalogue/collections.ts'
import { paths } from '#web/paths.ts'

/** Shop All and the collections, for the header and the footer. */
export function shopLinks(menu: readonly MenuEntry[]): { to: string; name: string }[] {
  return [
    { to: paths.shopAll(), name: 'Shop All' },
    ...menu.map(({ slug, name }) => ({ to: paths.collection(slug), name })),
  ]
}
