import * as z from 'zod/mini'

const suggestion = z.object({ slug: z.string(), name: z.string() })

/** GET /api/suggestions?q=… */
export const suggestionsSchema = z.object({ products: z.array(suggestion), ingredients: z.array(suggestion) })
export type Suggestions = z.infer<typeof suggestionsSchema>
