import * as z from 'zod/mini'
import type { ErrorResponse } from './form.ts'

/** The same shape as a schema. Separate from form.ts, which is on every page and doesn't use the library. */
export const errorResponse = z.object({
  error: z.object({
    /** For programs. */
    code: z.string(),
    /** For people. */
    message: z.string(),
    /** The field of the request that it is about. */
    field: z.optional(z.string()),
  }),
}) satisfies z.ZodMiniType<{ error: { code: string; message: string; field?: string | undefined } }, ErrorResponse>
