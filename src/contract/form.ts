import type * as z from 'zod/mini'

/** What is wrong with a form: one sentence per field, in the order of the schema. */
export type FormErrors = Record<string, string>
export type FormRead<Value> = { ok: true; value: Value } | { ok: false; errors: FormErrors }

/** The name under which an error of the form as a whole is kept. */
export const WHOLE_FORM = 'form'
/** For what no form of ours sends; the sender learns no more than that. */
export const INVALID_REQUEST = 'Invalid request'

/** Any schema of zod or zod/mini. */
export type Schema<Value> = {
  safeParse: (
    sent: unknown,
    options?: typeof OUR_WORDS,
  ) => { success: true; data: Value } | { success: false; error: z.core.$ZodError }
}

/** Said wherever the schema has no sentence of its own: the library's words are for programmers. */
export const OUR_WORDS = { error: () => INVALID_REQUEST }

/** Names the field of an issue, or returns undefined if it is about the whole form. */
export type FieldOf = (path: readonly PropertyKey[]) => string | undefined

const topLevel: FieldOf = ([first]) => (first === undefined ? undefined : String(first))

/** The one way from what was sent to a value or to errors; see docs/forms.md. */
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

/** An error that is said about one field, or about the whole form when `field` is left out. */
export type FormError = { message: string; field?: string }

/** The error that is said first; undefined if there is none. */
export function firstError(errors: FormErrors): FormError | undefined {
  const [first] = Object.entries(errors)
  if (!first) return undefined
  const [field, message] = first
  return field === WHOLE_FORM ? { message } : { field, message }
}

/** How the shop answers a JSON request that it refuses, unless the function has its own shape. See api-error.ts. */
export type ErrorResponse = { error: { code: string } & FormError }

/**
 * The error in an answer of the shop: an object, or a bare sentence where a function has its own shape. By hand: the
 * footer is on every page, and the schema library would make all of them a fifth heavier.
 */
export function errorIn(body: unknown): FormError | undefined {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  if (typeof error === 'string') return { message: error }
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
  if (typeof error.message !== 'string') return undefined
  const field = 'field' in error && typeof error.field === 'string' ? { field: error.field } : {}
  return { message: error.message, ...field }
}
