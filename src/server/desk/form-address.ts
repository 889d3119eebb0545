import type { DeskRoute } from './route.ts'

/**
 * A form that is refused, or needs confirmation, is rendered at the address it was sent to. A GET of that address
 * redirects to the page above it.
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

/** Number of path segments of the nearest page above it. */
function depthAbove(path: string, pages: ReadonlySet<string>): number {
  const segments = path.split('/').slice(1)
  return segments.findLastIndex((_, index) => pages.has(`/${segments.slice(0, index).join('/')}`))
}
