import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error whose text may reach the visitor. Anything else is logged, and the visitor reads a fixed sentence. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: string
  readonly status: ContentfulStatusCode

  constructor(code: string, message: string, status: ContentfulStatusCode) {
    super(message)
    this.code = code
    this.status = status
  }
}
