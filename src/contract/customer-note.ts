import * as z from 'zod/mini'
import { readTags, tagProblem } from '#domain/customers/tags.ts'

export const MAX_NOTE = 2000

/** A note about a customer and their tags, as typed. */
export const customerNoteForm = z.object({
  note: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.replaceAll('\r\n', '\n').trim()),
    ),
    z.string().check(z.maxLength(MAX_NOTE, `Use up to ${MAX_NOTE} characters.`)),
  ),
  tags: z.pipe(
    z.pipe(z.string(), z.transform(readTags)),
    z.array(z.string()).check((context) => {
      const message = tagProblem(context.value)
      if (message) context.issues.push({ code: 'custom', message, input: context.value })
    }),
  ),
})

export type CustomerNote = z.infer<typeof customerNoteForm>
