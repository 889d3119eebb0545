import { type Context, Hono } from 'hono'
import type { Logger } from 'pino'
import { MESSAGES } from '#contract/messages.ts'
import { AppError } from '#server/errors.ts'
import { methodNotAllowed } from '#server/http/method-not-allowed.ts'
import { readJson } from '#server/http/read-json.ts'
import type { SecurityHeaders } from '#server/http/security-headers.ts'
import { type Limit, throttle } from '#server/http/throttle.ts'

export type FunctionParts = { securityHeaders: SecurityHeaders; log: Logger; trustedProxies: number }

export type JsonFunction = {
  /** For the log, when it fails. */
  name: string
  perAddress: Limit
  overall: Limit
  maxBytes?: number
  /** What goes wrong in here is answered in the shape of this function. */
  failure: (message: string) => object
  /** What the visitor reads when it is nobody's fault but ours. */
  failureMessage: string
  run: (body: unknown, c: Context) => Promise<Response>
}

/** A function that pages call: POST, JSON in and out, throttled, and no error leaves it in another shape than its own. */
export function jsonFunction({ securityHeaders, log, trustedProxies }: FunctionParts, call: JsonFunction): Hono {
  const { forApi } = securityHeaders
  const app = new Hono()

  app.onError((error, c) => {
    if (error instanceof AppError) return c.json(call.failure(error.message), error.status, forApi)
    log.error({ err: error, requestId: c.get('requestId') }, `${call.name} failed`)
    return c.json(call.failure(call.failureMessage), 503, { ...forApi, 'retry-after': '5' })
  })

  app.post(
    '/',
    throttle({
      perAddress: call.perAddress,
      overall: call.overall,
      now: () => performance.now(),
      trustedProxies,
      refuse: (c, seconds) =>
        c.json(call.failure(MESSAGES.tooManyRequests), 429, { ...forApi, 'retry-after': String(seconds) }),
    }),
    async (c) => call.run(await readJson(c.req.raw, call.maxBytes ? { maxBytes: call.maxBytes } : {}), c),
  )
  app.all('/', methodNotAllowed(securityHeaders, 'POST'))
  return app
}
