import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type ErrorResponse, INVALID_REQUEST } from '#contract/form.ts'
import { MESSAGES } from '#contract/messages.ts'

export type ErrorDetails = {
  /** Form field the error belongs to. */
  field?: string | undefined
  retryAfterSeconds?: number
}

/**
 * An error whose message may be shown to the visitor. Any other error is logged, and the visitor sees a fixed message.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: string
  readonly status: ContentfulStatusCode
  readonly field?: string
  readonly headers: Record<string, string>

  constructor(
    code: string,
    message: string,
    status: ContentfulStatusCode,
    { field, retryAfterSeconds }: ErrorDetails = {},
  ) {
    super(message)
    this.code = code
    this.status = status
    if (field !== undefined) this.field = field
    this.headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  }
}

/** For requests that none of our pages send. */
export function invalidRequest(): AppError {
  return new AppError('invalid_request', INVALID_REQUEST, 400)
}

export function tooManyRequests(retryAfterSeconds: number): AppError {
  return new AppError('too_many_requests', MESSAGES.tooManyRequests, 429, { retryAfterSeconds })
}

export function toErrorResponse({ code, message, field }: ErrorResponse['error']): ErrorResponse {
  return { error: { code, message, ...(field !== undefined && { field }) } }
}
