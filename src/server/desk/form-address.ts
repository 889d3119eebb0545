import type { DeskRoute } from './route.ts'

/**
 * A form that is refused, or asked about, is answered under the address it was sent to. Opened afresh, that leads to
 * the page above it.
 */
export function formAddresses(routes: readonly DeskRoute[]): DeskRoute[] {
  const pages = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  return routes
    .filter(({ method, role, isData, path }) => method === 'POST' && role !== 'nobody' && !isData && !pages.has(path))
    .map((route) => ({
      method: 'GET',
      path: route.path,
      role: 'read-only',
      ...(route.role !== 'nobody' && route.isForSetup && { isForSetup: true }),
      handle: (visit) => {
        const segments = new URL(visit.c.req.url).pathname.split('/')
        return visit.go(segments.slice(0, 2 + depthAbove(route.path, pages)).join('/'))
      },
    }))
}

/** How many segments of a path lead to the nearest page above it. */
function depthAbove(path: string, pages: ReadonlySet<string>): number {
  const segments = path.split('/').slice(1)
  return segments.findLastIndex((_, index) => pages.has(`/${segments.slice(0, index).join('/')}`))
}
