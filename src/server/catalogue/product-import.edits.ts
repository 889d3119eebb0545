import { z } from 'zod'
import { type Actor, addAudit, findAudit } from '#server/platform/audit/audit.queries.ts'
import { type EditResult, type Restorable, versionToken } from '#server/platform/audit/editable.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { lockCollections } from './collection-editor.queries.ts'
import { deleteProduct, listProductParts, lockProducts } from './product-editor.queries.ts'
import { productParts } from './products.edits.ts'

const importedSchema = z.object({
  /** New products, by id, with the version token they got. */
  created: z.record(z.string(), z.string()),
  /** Audit entries of the changes to the others. */
  entries: z.array(z.int()),
})

type Imported = z.infer<typeof importedSchema>
type Failure = Extract<EditResult<unknown>, { ok: false }>

/** Thrown to roll back what was already undone: an import is undone as a whole, or not at all. */
class NotUndone extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

const ACTION = 'products.import'

export function importedEntry(after: Imported) {
  return { action: ACTION, subjectKind: 'import', before: { created: {}, entries: [] }, after } as const
}

/** Returns true if orders or reviews would be lost with the product. */
type IsInUse = (tx: Orm, productId: string) => Promise<boolean>

/** Reverts what an import changed, and deletes what it created. */
export function createImportPart(isInUse: IsInUse): Restorable {
  return {
    action: ACTION,
    least: 'owner',
    async restore(tx, { after, actor, anyway }): Promise<EditResult<unknown>> {
      const imported = importedSchema.safeParse(after)
      if (!imported.success) return { ok: false, code: 'not_found' }
      try {
        await tx.transaction((inner) => undo(inner, imported.data, { actor, anyway, isInUse }))
        return { ok: true, auditId: undefined }
      } catch (error) {
        if (error instanceof NotUndone) return error.failure
        throw error
      }
    },
  }
}

type Undoing = { actor: Actor; anyway: boolean; isInUse: IsInUse }

async function undo(tx: Orm, { created, entries }: Imported, { actor, anyway, isInUse }: Undoing): Promise<void> {
  await lockCollections(tx)
  const logged = []
  for (const id of entries.toReversed()) logged.push(await findAudit(tx, id))
  await lockProducts(tx, [...Object.keys(created), ...logged.flatMap((entry) => entry?.subjectId ?? [])])
  for (const entry of logged) {
    const part = Object.values(productParts).find(({ action }) => action === entry?.action)
    if (!entry || !part) throw new NotUndone({ ok: false, code: 'not_found' })
    const { id: auditId, subjectId: id, before, after } = entry
    const result = await part.restore(tx, { auditId, id, before, after, actor, anyway })
    if (!result.ok) throw new NotUndone(result)
  }
  const current = await listProductParts(tx, Object.keys(created))
  for (const [id, parts] of current) {
    if (!anyway && versionToken(parts) !== created[id]) throw new NotUndone({ ok: false, code: 'changed', current: id })
    if (await isInUse(tx, id)) {
      const message = `${parts.texts.name} has orders or reviews by now. Take it off sale instead.`
      throw new NotUndone({ ok: false, code: 'refused', message })
    }
    await deleteProduct(tx, id)
    const subject = { action: 'product.delete', subjectKind: 'product', subjectId: id } as const
    await addAudit(tx, { ...actor, ...subject, before: parts, after: null })
  }
}
