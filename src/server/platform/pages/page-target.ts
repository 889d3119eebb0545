import type { RenderLaneName } from './render-admission.ts'

/** Path parameters; undefined if the path has none. */
export type PathParams = {
  slug?: string | undefined
  ingredient?: string | undefined
  collection?: string | undefined
  token?: string | undefined
}

/** A page that exists as far as its address can tell. */
export type PageTarget = {
  kind: 'page'
  /** Canonical address, as our own pages link to it. */
  address: string
  /** What is rendered, and the cache key: the address itself or that of its data request. */
  key: string
  params: PathParams
  /** What is rendered instead, under the same address, if nothing has the slug in a parameter. */
  filter: { slug: string; otherwise: { address: string; key: string } } | undefined
  lane: RenderLaneName
  /** Canonical address, if the request spelled the path differently. */
  redirectTo: string | undefined
  /** What to render if nothing with that name exists. */
  missing: MissingTarget
}

/** No such page. It is rendered at a fixed address where nothing can exist, so the page echoes no visitor input. */
export type MissingTarget = { kind: 'missing'; address: string; isPersonal: boolean }

/** Resolves the raw path and query of a request. */
export type ResolveAddress = (url: string) => PageTarget | MissingTarget

/** Address of the router's data request, for the whole page or a single route. */
export function dataAddress(address: string, routeId?: string): string {
  const [path = '', search = ''] = address.split('?', 2)
  const query = new URLSearchParams(search)
  if (routeId) query.set('_routes', routeId)
  return `${path === '/' ? '/_' : path}.data${query.size > 0 ? `?${query}` : ''}`
}
