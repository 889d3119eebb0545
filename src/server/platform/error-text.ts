import { redact } from './redact.ts'

const MAX_LENGTH = 300

/**
 * Error text that is safe to store and to show at the desk. A failed query's own message contains its parameters, so
 * its cause is used instead. Control characters are removed because PostgreSQL cannot store NUL.
 */
export function errorText(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  // If none of a host's addresses respond, only the nested errors have a message.
  const inner: unknown = cause instanceof AggregateError && cause.message === '' ? cause.errors[0] : cause
  const text = inner instanceof Error ? inner.message : String(inner)
  return redact(text.slice(0, MAX_LENGTH * 4))
    .replaceAll(/\p{Cc}+|\p{Cs}/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
}
