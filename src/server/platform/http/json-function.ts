import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import type { ReactElement } from 'react'
import { MESSAGES } from '#contract/messages.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Limit, Limits } from './limits.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import { personalPageResponse } from './personal-page.tsx'
import { isForm, readForm } from './read-form.ts'
import { readJson } from './read-json.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { throttle } from './throttle.ts'

export type FunctionParts = { securityHeaders: SecurityHeaders; log: Logger; limits: Limits; trustedProxies: number }

export type JsonFunction = {
  /** Names it in the log, and its throttle. */
  name: string
  perAddress: Limit
  maxBytes?: number
  /** What goes wrong in here is answered in the shape of this function. */
  failure: (message: string) => object
  /** The same as a page, for a form that is sent without a script; without it only JSON is taken. */
  failurePage?: (message: string) => ReactElement
  /** What the visitor reads when it is nobody's fault but ours. */
  failureMessage: string
  /** The whole answer instead, where a failure must not be claimed because it is not known how far the call got. */
  unknownOutcome?: object
  run: (body: unknown, c: Context, fail: Fail) => Promise<Response>
}

/** Answers in the shape of the function, or of its page. */
export type Fail = (message: string, status: ContentfulStatusCode, headers?: Record<string, string>) => Response

/** A function that pages call: POST, throttled, JSON in and out, and no error leaves it in another shape than its own. */
export function jsonFunction(
  { securityHeaders, log, limits, trustedProxies }: FunctionParts,
  call: JsonFunction,
): Hono {
  const { forApi } = securityHeaders
  const app = new Hono()

  function failIn(c: Context): Fail {
    return (message, status, extra = {}) =>
      call.failurePage && isForm(c.req.raw)
        ? personalPageResponse(call.failurePage(message), { headers: securityHeaders, status, extra })
        : c.json(call.failure(message), status, { ...forApi, ...extra })
  }

  function readBody({ req: { raw } }: Context): Promise<unknown> {
    return call.failurePage && isForm(raw)
      ? readForm(raw)
      : readJson(raw, call.maxBytes ? { maxBytes: call.maxBytes } : {})
  }

  app.onError((error, c) => {
    const fail = failIn(c)
    if (error instanceof AppError) return fail(error.message, error.status)
    log.error({ err: error, requestId: c.get('requestId') }, `${call.name} failed`)
    const extra = { 'retry-after': '5' }
    return call.unknownOutcome
      ? c.json(call.unknownOutcome, 503, { ...forApi, ...extra })
      : fail(call.failureMessage, 503, extra)
  })

  app.post(
    '/',
    throttle({
      name: call.name,
      perAddress: call.perAddress,
      limits,
      trustedProxies,
      refuse: (c, seconds) => failIn(c)(MESSAGES.tooManyRequests, 429, { 'retry-after': String(seconds) }),
    }),
    async (c) => call.run(await readBody(c), c, failIn(c)),
  )
  app.all('/', methodNotAllowed(securityHeaders, 'POST'))
  return app
}
