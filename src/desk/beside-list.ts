import { deskPaths } from './desk-paths.ts'

const ORDER = /^\/admin\/orders\/([0-9a-f-]{36})$/

/** Where a form leads that was sent from an order beside the list: to the same list, with the order open beside it. */
export function besideList(path: string, sentFrom: URL): string {
  if (sentFrom.pathname !== deskPaths.orders() || !sentFrom.searchParams.has('open')) return path
  const id = ORDER.exec(path.split(/[?#]/, 1)[0] ?? '')?.[1]
  if (id === undefined) return path
  const search = new URLSearchParams(sentFrom.search)
  search.set('open', id)
  return deskPaths.ordersAt(search.toString())
}
