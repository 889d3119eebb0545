import type { MiddlewareHandler } from 'hono'

/** Hono runs HEAD as GET and drops the body. A stream would never find out that no one is reading it, and stay open. */
export const cancelUnsentBody: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
}
