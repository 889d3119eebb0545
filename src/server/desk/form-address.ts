import { isAtLeast, type Role } from '#domain/operators/roles.ts'
import type { DeskRoute } from './route.ts'

/**
 * A form that is refused, or needs confirmation, is rendered at the address it was sent to. A GET of that address
 * redirects to the nearest page above it that the sender of the form may see.
 */
export function formAddresses(routes: readonly DeskRoute[]): DeskRoute[] {
  const pages = routes.filter(({ method }) => method === 'GET')
  const taken = new Set(pages.map(({ path }) => path))
  return routes.flatMap((route): DeskRoute[] => {
    const { method, path, role } = route
    if (method !== 'POST' || role === 'nobody' || route.isData || taken.has(path)) return []
    const visible = new Set(pages.filter((page) => isPageFor(role, page)).map((page) => page.path))
    return [
      {
        method: 'GET',
        path,
        role: 'read-only',
        ...(route.isForSetup && { isForSetup: true }),
        handle: (visit) => {
          const segments = new URL(visit.c.req.url).pathname.split('/')
          return visit.go(segments.slice(0, 2 + depthAbove(path, visible)).join('/'))
        },
      },
    ]
  })
}

function isPageFor(role: Role, { role: least, isData }: DeskRoute): boolean {
  return !isData && least !== 'nobody' && isAtLeast(role, least)
}

/** Number of path segments of the nearest page above it. */
function depthAbove(path: string, pages: ReadonlySet<string>): number {
  const segments = path.split('/').slice(1)
  return segments.findLastIndex((_, index) => pages.has(`/${segments.slice(0, index).join('/')}`))
}
