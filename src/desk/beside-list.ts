import { deskPaths } from './desk-paths.ts'

const ORDER = /^\/admin\/orders\/([0-9a-f-]{36})$/

/** Redirects a form sent from an order next to the list back to that list, with the order still open. */
export function besideList(path: string, sentFrom: URL): string {
  if (sentFrom.pathname !== deskPaths.orders() || !sentFrom.searchParams.has('open')) return path
  const id = ORDER.exec(path.split(/[?#]/, 1)[0] ?? '')?.[1]
  if (id === undefined) return path
  const search = new URLSearchParams(sentFrom.search)
  search.set('open', id)
  return deskPaths.ordersAt(search.toString())
}
