/**
 * The query parameters that change what a page shows. Every other one is dropped before a page is drawn, so that
 * `?utm_source=…` finds the cached page and nobody can fill the cache with `?a=1`, `?a=2`.
 */
const PARAMS: readonly { path: RegExp; names: readonly string[] }[] = [
  { path: /^\/products\/[^/]+$/, names: ['size'] },
  { path: /^\/shop-all$/, names: ['search', 'page', 'without'] },
  { path: /^\/reviews$/, names: ['product', 'page'] },
]

/** Parameters that may come several times; their order means nothing. */
const MANY = new Set(['without'])

/** `/products/pure-bloom` with `?b=1&size=2oz&size=x` becomes `/products/pure-bloom?size=2oz`. */
export function pageAddress(pathname: string, search: URLSearchParams): string {
  if (search.size === 0) return pathname
  const isData = pathname.endsWith('.data')
  const pagePath = isData ? pathname.slice(0, -'.data'.length) : pathname
  const names = PARAMS.find(({ path }) => path.test(pagePath))?.names ?? []
  const kept = new URLSearchParams()
  // The router names the parts of a page it still needs in _routes.
  for (const name of isData ? [...names, '_routes'] : names) {
    const values = search.getAll(name)
    const wanted = MANY.has(name) ? [...new Set(values)].toSorted() : values.slice(0, 1)
    for (const value of wanted) kept.append(name, value)
  }
  return kept.size > 0 ? `${pathname}?${kept}` : pathname
}
