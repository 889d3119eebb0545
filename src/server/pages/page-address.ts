import { isSlug } from '#domain/slug.ts'
import { PAGE_ROUTES, type PageName } from '#web/page-routes.ts'

/** A page that exists as far as its address can tell. */
export type PageTarget = {
  kind: 'page'
  name: PageName
  /** Its one address, as a link on our own pages is written. */
  address: string
  /** What is rendered and the key it may be cached under: the address, or that of the data behind it. */
  key: string
  slug: string | undefined
  isOpenEnded: boolean
  /** The same place spelled correctly, when the request spelled its path in another way. */
  redirectTo: string | undefined
}

/** No page is there. `name` is the route whose "not found" screen is shown. */
export type MissingTarget = { kind: 'missing'; name: MissingName; isData: boolean }

export type MissingName = 'not-found' | Extract<PageName, 'product' | 'product-guide-detail' | 'order'>

const MAX_PATH_LENGTH = 300
const TOKEN = /^[\w-]{1,100}$/

const routes = Object.entries(PAGE_ROUTES).map(([name, route]) => ({
  name: name as PageName,
  route,
  pattern: route.path.split('/').filter(Boolean),
}))

/**
 * Reads the path and query of a request as it came over the wire. Nothing of it goes into a cache key unparsed: a key
 * is written by the route's own `toAddress`, from known values only.
 */
export function resolvePageAddress(url: string): PageTarget | MissingTarget {
  const queryAt = url.indexOf('?')
  const path = queryAt === -1 ? url : url.slice(0, queryAt)
  const { segments, isData } = readPath(path)
  for (const { name, route, pattern } of routes) {
    const params = matchSegments(pattern, segments)
    if (params === 'unreadable') return { kind: 'missing', name: name as MissingName, isData }
    if (!params) continue
    const query = new URLSearchParams(queryAt === -1 ? '' : url.slice(queryAt + 1))
    const address = route.toAddress(params, query)
    const key = isData ? dataAddress(address, asksForLeafOnly(name, query) ? name : undefined) : address
    return {
      kind: 'page',
      name,
      address,
      key,
      slug: params.slug || undefined,
      isOpenEnded: route.isOpenEnded(query),
      redirectTo: correctedAddress(path, query, key, isData ? [...route.reads, '_routes'] : route.reads),
    }
  }
  return { kind: 'missing', name: 'not-found', isData }
}

/** The address of the data that the router asks for on its own, of the whole page or of its innermost route alone. */
export function dataAddress(address: string, leaf?: PageName): string {
  const [path = '', search = ''] = address.split('?', 2)
  const query = new URLSearchParams(search)
  if (leaf) query.set('_routes', routeId(leaf))
  return `${path === '/' ? '/_' : path}.data${query.size > 0 ? `?${query}` : ''}`
}

/** As the router's build derives it from the file's name. */
function routeId(name: PageName): string {
  return `routes/storefront/${name}`
}

/** The router leaves out the root, which it has already. Any other list gets all there is, so there are two forms. */
function asksForLeafOnly(name: PageName, query: URLSearchParams): boolean {
  const ids = query.get('_routes')?.split(',') ?? []
  return ids.includes(routeId(name)) && !ids.includes('root')
}

/** Undefined when the path is written as it should be. Parameters for other sites' statistics come along. */
function correctedAddress(
  path: string,
  query: URLSearchParams,
  key: string,
  reads: readonly string[],
): string | undefined {
  const [keyPath = '', keySearch = ''] = key.split('?', 2)
  if (path === keyPath) return undefined
  const others = [...query].filter(([name]) => !reads.includes(name))
  const search = new URLSearchParams([...new URLSearchParams(keySearch), ...others])
  return keyPath + (search.size > 0 ? `?${search}` : '')
}

function readPath(path: string): { segments: string[]; isData: boolean } {
  if (path.length > MAX_PATH_LENGTH) return { segments: [''], isData: path.endsWith('.data') }
  const segments = path.split('/').filter(Boolean).map(decode)
  const last = segments.at(-1) ?? ''
  if (!last.endsWith('.data')) return { segments, isData: false }
  // "/_.data" and "/about/_.data" are how the router writes a path that ends with a slash.
  const leaf = last === '_.data' ? '' : last.slice(0, -'.data'.length)
  return { segments: [...segments.slice(0, -1), leaf].filter(Boolean), isData: true }
}

/** What cannot be decoded stays as it is, and is found nowhere. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): { slug: string; token: string } | 'unreadable' | undefined {
  if (pattern.length !== segments.length) return undefined
  const params = { slug: '', token: '' }
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (part === ':slug') params.slug = segment.toLowerCase()
    else if (part === ':token') params.token = segment
    else if (part !== segment.toLowerCase()) return undefined
  }
  const isReadable = (!params.slug || isSlug(params.slug)) && (!params.token || TOKEN.test(params.token))
  return isReadable ? params : 'unreadable'
}
