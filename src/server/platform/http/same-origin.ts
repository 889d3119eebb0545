import type { MiddlewareHandler } from 'hono'
import { AppError } from '#server/platform/errors.ts'

/**
 * CSRF protection: accepts writes from our own pages and from programs, never from other sites. Browsers identify
 * themselves in Sec-Fetch-Site, older ones in Origin; programs send neither.
 */
export function sameOriginWrites(publicOrigin: string): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'POST' && !isOurs(c.req.header('sec-fetch-site'), c.req.header('origin'), publicOrigin)) {
      throw new AppError('cross_site', 'This request came from another site.', 403)
    }
    await next()
  }
}

function isOurs(fetchSite: string | undefined, origin: string | undefined, publicOrigin: string): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none'
  return origin === undefined || origin === publicOrigin
}
