import type { ErrorDetail, JsonObject } from './objects.ts'

/** A response in Square's error envelope. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: ErrorDetail[]

  constructor(status: number, errors: ErrorDetail[]) {
    super(errors.map(({ code, detail }) => `${code}: ${detail}`).join(', '))
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
  }

  toBody(): JsonObject {
    return { errors: this.errors }
  }
}

export function invalidRequest(code: string, detail: string, field?: string): ApiError {
  return new ApiError(400, [{ category: 'INVALID_REQUEST_ERROR', code, detail, ...(field && { field }) }])
}

export function notFound(detail: string): ApiError {
  return new ApiError(404, [{ category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', detail }])
}

export function unauthorized(): ApiError {
  return new ApiError(401, [
    { category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED', detail: 'This request could not be authorized.' },
  ])
}

export function refundRefused(code: string, detail: string, field?: string): ApiError {
  return new ApiError(400, [{ category: 'REFUND_ERROR', code, detail, ...(field && { field }) }])
}

/** Declines that were seen with a status other than 402. */
const DECLINE_STATUS: Record<string, number> = { INVALID_EXPIRATION: 400, INSUFFICIENT_PERMISSIONS: 403 }

export function declineStatus(code: string): number {
  return DECLINE_STATUS[code] ?? 402
}

export function declineDetail(code: string): ErrorDetail {
  return { category: 'PAYMENT_METHOD_ERROR', code, detail: `Authorization error: '${code}'` }
}
