/** A page that exists as far as its address can tell. */
export type PageTarget = {
  kind: 'page'
  /** Its one address, as a link on our own pages is written. */
  address: string
  /** What is rendered and the key it may be cached under: the address, or that of the data behind it. */
  key: string
  slug: string | undefined
  /** What is rendered in place of the page, under the same address, if nothing has the slug that a parameter names. */
  filter: { slug: string; otherwise: { address: string; key: string } } | undefined
  isOpenEnded: boolean
  /** The same place spelled correctly, when the request spelled its path in another way. */
  redirectTo: string | undefined
  /** What is rendered when nothing of that slug exists. */
  missing: MissingTarget
}

/** No page is there. The address is one at which nothing can be, so that nothing of the visitor's is on the page. */
export type MissingTarget = { kind: 'missing'; address: string }

/** Reads the path and query of a request as it came over the wire. */
export type ResolveAddress = (url: string) => PageTarget | MissingTarget

/** The address of the data that the router asks for on its own, of the whole page or of one route alone. */
export function dataAddress(address: string, routeId?: string): string {
  const [path = '', search = ''] = address.split('?', 2)
  const query = new URLSearchParams(search)
  if (routeId) query.set('_routes', routeId)
  return `${path === '/' ? '/_' : path}.data${query.size > 0 ? `?${query}` : ''}`
}
