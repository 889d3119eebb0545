import type { Handler } from 'hono'
import { toErrorResponse } from '#server/platform/errors.ts'
import type { SecurityHeaders } from './security-headers.ts'

export function methodNotAllowed({ forApi }: SecurityHeaders, allow: string): Handler {
  const body = toErrorResponse({ code: 'method_not_allowed', message: 'Method not allowed' })
  return (c) => c.json(body, 405, { ...forApi, allow })
}
