import type * as z from 'zod/mini'

/** One message per field, in schema order. */
export type FormErrors = Record<string, string>
export type FormRead<Value> = { ok: true; value: Value } | { ok: false; errors: FormErrors }

/** Key of an error about the form as a whole. */
export const WHOLE_FORM = 'form'
/** For input that none of our forms send; reveals nothing more. */
export const INVALID_REQUEST = 'Invalid request'

/** Any zod or zod/mini schema. */
export type Schema<Value> = {
  safeParse: (
    sent: unknown,
    options?: typeof OUR_WORDS,
  ) => { success: true; data: Value } | { success: false; error: z.core.$ZodError }
}

/** Used where the schema has no message of its own: the library's messages are for programmers. */
export const OUR_WORDS = { error: () => INVALID_REQUEST }

/** Names the field of an issue, or returns undefined if it is about the whole form. */
export type FieldOf = (path: readonly PropertyKey[]) => string | undefined

const topLevel: FieldOf = ([first]) => (first === undefined ? undefined : String(first))

/** The single way from input to a value or errors; see docs/forms.md. */
export function parseForm<Value>(schema: Schema<Value>, sent: unknown, fieldOf?: FieldOf): FormRead<Value> {
  const parsed = schema.safeParse(sent, OUR_WORDS)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, errors: errorsOf(parsed.error, fieldOf) }
}

/** The first problem of each field. The issues come from a parse with OUR_WORDS. */
export function errorsOf({ issues }: Pick<z.core.$ZodError, 'issues'>, fieldOf = topLevel): FormErrors {
  const errors: FormErrors = {}
  for (const { code, path, message } of issues) {
    const field = code === 'unrecognized_keys' ? undefined : fieldOf(path)
    errors[field ?? WHOLE_FORM] ??= field === undefined && code !== 'custom' ? INVALID_REQUEST : message
  }
  return errors
}

/** An error about one field, or about the whole form without `field`. */
export type FormError = { message: string; field?: string }

/** The first error; undefined if there is none. */
export function firstError(errors: FormErrors): FormError | undefined {
  const [first] = Object.entries(errors)
  if (!first) return undefined
  const [field, message] = first
  return field === WHOLE_FORM ? { message } : { field, message }
}

/** How the shop answers a JSON request that it refuses, unless the function has its own shape. See api-error.ts. */
export type ErrorResponse = { error: { code: string } & FormError }

/**
 * Reads the error from a response: an object, or a plain string for functions with their own shape. Written by hand
 * because it is used on every page (footer), and the schema library would make them all a fifth larger.
 */
export function errorIn(body: unknown): FormError | undefined {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  if (typeof error === 'string') return { message: error }
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
  if (typeof error.message !== 'string') return undefined
  const field = 'field' in error && typeof error.field === 'string' ? { field: error.field } : {}
  return { message: error.message, ...field }
}
