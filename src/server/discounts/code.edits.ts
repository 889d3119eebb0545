import { z } from 'zod'
import { editable } from '#server/platform/audit/editable.ts'
import { countUses, readCodeTerms, writeCodeTerms } from './code-editor.queries.ts'

export const codePart = editable({
  action: 'code.change',
  subjectKind: 'code',
  least: 'owner',
  schema: z.object({ isActive: z.boolean(), totalLimit: z.int().min(1).nullable() }),
  read: readCodeTerms,
  write: writeCodeTerms,
  refuse: async (tx, code, { totalLimit }) => {
    const used = await countUses(tx, code)
    return totalLimit !== null && totalLimit < used
      ? `This code has already been used ${used} ${used === 1 ? 'time' : 'times'}.`
      : undefined
  },
})
