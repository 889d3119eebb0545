import type { Handler } from 'hono'
import type { SecurityHeaders } from './security-headers.ts'

export function methodNotAllowed({ forApi }: SecurityHeaders, allow: string): Handler {
  return (c) =>
    c.json({ error: { code: 'method_not_allowed', message: 'Method not allowed' } }, 405, { ...forApi, allow })
}
