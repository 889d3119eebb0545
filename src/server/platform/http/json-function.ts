import { type Context, Hono } from 'hono'
import type { Logger } from 'pino'
import type { ReactElement } from 'react'
import { type FieldOf, type FormErrors, parseForm, type Schema } from '#contract/form.ts'
import { AppError, invalidRequest, toErrorResponse, tooManyRequests } from '#server/platform/errors.ts'
import type { Limit, Limits } from './limits.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import { personalPageResponse } from './personal-page.tsx'
import { isForm, readForm } from './read-form.ts'
import { readJson } from './read-json.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { type DelayRefusal, throttle, type TicketLimit } from './throttle.ts'

export type FunctionDeps = {
  securityHeaders: SecurityHeaders
  log: Logger
  limits: Limits
  trustedProxies: number
  delayRefusal: DelayRefusal
}

export type JsonFunction<Input> = {
  /** Used in the log and for its throttle. */
  name: string
  perAddress: Limit
  perTicket?: TicketLimit
  /** Throws if the caller is not authorized, before the body is read. */
  authorize?: (c: Context) => void
  maxBytes?: number
  /** Schema of the body; `noBody` if there is none. */
  schema: Schema<Input>
  /** Maps request fields to the fields of the form that sent them. */
  fieldOf?: FieldOf
  /** Error for a body that does not match the schema. */
  invalid?: (errors: FormErrors) => AppError
  /** Only for functions with their own error shape. */
  failure?: (error: AppError) => object
  /** Returns the response as a page, for a form sent without a script; without it only JSON is accepted. */
  failurePage?: (message: string, c: Context) => ReactElement
  /** Converts the texts that such a form sends into the schema's input; by default the texts themselves. */
  fromForm?: (fields: Record<string, string>) => unknown
  /** Shown to the visitor if it's our fault. */
  failed: { code?: string; message: string }
  /** Full response to use instead if the outcome is unknown, so failure must not be claimed. */
  unknownOutcome?: object
  /** Refusals are thrown as AppError. */
  run: (input: Input, c: Context) => Promise<Response>
}

/** For functions without input: the body is not read. */
export const noBody: Schema<undefined> = { safeParse: () => ({ success: true, data: undefined }) }

/** An endpoint called by our pages: POST, throttled, JSON in and out, and every error in the declared shape. */
export function jsonFunction<Input>(
  { securityHeaders, log, limits, trustedProxies, delayRefusal }: FunctionDeps,
  call: JsonFunction<Input>,
): Hono {
  const { forApi } = securityHeaders
  const { failure = toErrorResponse, invalid = invalidRequest } = call
  const app = new Hono()

  function refuse(c: Context, error: AppError): Response {
    const { message, status, headers } = error
    return call.failurePage && isForm(c.req.raw)
      ? personalPageResponse(call.failurePage(message, c), { headers: securityHeaders, status, extra: headers })
      : c.json(failure(error), status, { ...forApi, ...headers })
  }

  async function readBody({ req: { raw } }: Context): Promise<unknown> {
    if (!call.failurePage || !isForm(raw)) return readJson(raw, call.maxBytes ? { maxBytes: call.maxBytes } : {})
    const fields = await readForm(raw, call.maxBytes)
    return call.fromForm ? call.fromForm(fields) : fields
  }

  app.onError((error, c) => {
    if (error instanceof AppError) return refuse(c, error)
    log.error({ err: error, requestId: c.get('requestId') }, `${call.name} failed`)
    const { code = 'failed', message } = call.failed
    const failed = new AppError(code, message, 503, { retryAfterSeconds: 5 })
    return call.unknownOutcome ? c.json(call.unknownOutcome, 503, { ...forApi, ...failed.headers }) : refuse(c, failed)
  })

  app.post(
    '/',
    throttle({
      name: call.name,
      perAddress: call.perAddress,
      perTicket: call.perTicket,
      limits,
      trustedProxies,
      delayRefusal,
      refuse: (c, seconds) => refuse(c, tooManyRequests(seconds)),
    }),
    async (c) => {
      call.authorize?.(c)
      const body = call.schema === noBody ? undefined : await readBody(c)
      const read = parseForm(call.schema, body, call.fieldOf)
      if (!read.ok) throw invalid(read.errors)
      return call.run(read.value, c)
    },
  )
  app.all('/', methodNotAllowed(securityHeaders, 'POST'))
  return app
}
