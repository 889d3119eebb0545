import { redact } from './redact.ts'

const LONGEST = 300

/**
 * What went wrong, fit to be stored and shown at the desk. A failed query's own message holds its parameters, so its
 * cause is taken instead; control characters go, as PostgreSQL cannot store NUL.
 */
export function errorText(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const text = cause instanceof Error ? cause.message : String(cause)
  return redact(text.slice(0, LONGEST * 4))
    .replaceAll(/\p{Cc}+|\p{Cs}/gu, ' ')
    .trim()
    .slice(0, LONGEST)
}
