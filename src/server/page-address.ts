import { isSlug } from '#domain/text/slug.ts'
import { PAGE_ROUTES, type PageName, type PageParams } from '#web/page-routes.ts'
import { dataAddress, type MissingTarget, type PageTarget } from './platform/pages/page-target.ts'

/**
 * Addresses that never exist, rendered instead of the visitor's own, so that no input ends up on the page. The browser
 * matches the visitor's address, so each must belong to the same route.
 */
const MISSING_ADDRESSES: Partial<Record<PageName, string>> = {
  product: '/products/-',
  'product-guide-detail': '/product-guide/-',
  ingredient: '/ingredients/-',
  order: '/order/-',
  collection: '/-',
}

/** For addresses that no route matches: one segment could be a collection. */
const NO_PAGE = '/404/-'

const MAX_PATH_LENGTH = 300
/** Not "_": the router requests "/order/_.data" for "/order/". */
const TOKEN = /^(?!_$)[\w-]{1,100}$/

const routes = Object.entries(PAGE_ROUTES).map(([name, route]) => ({
  name: name as PageName,
  route,
  pattern: route.path.split('/').filter(Boolean),
}))

/**
 * Parses the path and query of a raw request. Nothing goes into a cache key unparsed: the route's own `toAddress`
 * writes the key, from known values only.
 */
export function resolvePageAddress(url: string): PageTarget | MissingTarget {
  const queryAt = url.indexOf('?')
  const path = queryAt === -1 ? url : url.slice(0, queryAt)
  const { segments, isData } = readPath(path)
  for (const { name, route, pattern } of routes) {
    const params = matchSegments(pattern, segments)
    if (params === 'unreadable') return missing(name, isData)
    if (!params) continue
    const query = new URLSearchParams(queryAt === -1 ? '' : url.slice(queryAt + 1))
    const address = route.toAddress(params, query)
    const toKey = (page: string) =>
      isData ? dataAddress(page, asksForLeafOnly(name, query) ? routeId(name) : undefined) : page
    const key = toKey(address)
    const filter = route.filter?.(query)
    return {
      kind: 'page',
      address,
      key,
      params: {
        slug: params.slug || undefined,
        ingredient: params.ingredient || undefined,
        collection: params.collection || undefined,
        token: params.token || undefined,
      },
      filter: filter && {
        slug: filter.productId,
        otherwise: { address: filter.otherwise, key: toKey(filter.otherwise) },
      },
      lane: route.lane(query),
      redirectTo: correctedAddress(path, query, key, isData ? [...route.reads, '_routes'] : route.reads),
      missing: missing(name, isData),
    }
  }
  return missing(undefined, isData)
}

function missing(name: PageName | undefined, isData: boolean): MissingTarget {
  const address = (name && MISSING_ADDRESSES[name]) ?? NO_PAGE
  const isPersonal = name !== undefined && PAGE_ROUTES[name].lane(new URLSearchParams()) === 'personal'
  return { kind: 'missing', address: isData ? dataAddress(address) : address, isPersonal }
}

/** As the router's build derives it from the file name. */
function routeId(name: PageName): string {
  return `routes/storefront/${name}`
}

/** The router omits the root, which it already has. Any other list gets all data, so only two variants are cached. */
function asksForLeafOnly(name: PageName, query: URLSearchParams): boolean {
  const ids = query.get('_routes')?.split(',') ?? []
  return ids.includes(routeId(name)) && !ids.includes('root')
}

/** Undefined if the path is already canonical. Tracking parameters are carried over. */
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
  // The router writes a path with a trailing slash as "/_.data" or "/about/_.data".
  const leaf = last === '_.data' ? '' : last.slice(0, -'.data'.length)
  return { segments: [...segments.slice(0, -1), leaf].filter(Boolean), isData: true }
}

/** An undecodable segment is left as is and matches nothing. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): PageParams | 'unreadable' | undefined {
  if (pattern.length !== segments.length) return undefined
  const params = { slug: '', ingredient: '', collection: '', token: '' }
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (part === ':slug') params.slug = segment.toLowerCase()
    else if (part === ':ingredient') params.ingredient = segment.toLowerCase()
    else if (part === ':collection') params.collection = segment.toLowerCase()
    else if (part === ':token') params.token = segment
    else if (part !== segment.toLowerCase()) return undefined
  }
  const isReadable =
    (!params.slug || isSlug(params.slug)) &&
    (!params.ingredient || isSlug(params.ingredient)) &&
    (!pattern.includes(':collection') || isSlug(params.collection)) &&
    (!params.token || TOKEN.test(params.token))
  return isReadable ? params : 'unreadable'
}
