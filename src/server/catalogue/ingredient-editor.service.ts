import type { IngredientEntry } from '#domain/catalogue/ingredient-fields.ts'
import type { Ingredient } from '#domain/catalogue/product.ts'
import { slugify } from '#domain/text/slug.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import { type EditResult, versionToken } from '#server/platform/audit/editable.ts'
import type { Database } from '#server/platform/db/database.ts'
import { insertIngredient } from './ingredient-editor.queries.ts'
import { ingredientPart } from './ingredients.edits.ts'
import { listIngredients } from './ingredients.queries.ts'

export type IngredientEditor = ReturnType<typeof createIngredientEditor>

export function createIngredientEditor({ orm }: Database) {
  return {
    list: (): Promise<Ingredient[]> => listIngredients(orm),

    find: (slug: string): Promise<{ entry: IngredientEntry; version: string } | undefined> =>
      orm.transaction(async (tx) => {
        const entry = await ingredientPart.read(tx, slug)
        return entry && { entry, version: versionToken(entry) }
      }),

    save: (
      slug: string,
      value: IngredientEntry,
      expectedVersion: string,
      actor: Actor,
    ): Promise<EditResult<IngredientEntry>> =>
      orm.transaction((tx) => ingredientPart.change(tx, { id: slug, value, expectedVersion, actor })),

    create: (
      entry: IngredientEntry,
      actor: Actor,
    ): Promise<{ ok: true; slug: string } | { ok: false; message: string }> =>
      orm.transaction(async (tx) => {
        const slug = slugify(entry.name)
        if (slug === '') return { ok: false, message: 'The name needs letters or digits.' }
        const exists = (await ingredientPart.read(tx, slug)) !== undefined
        const message = exists ? `${slug} is in the glossary already.` : await ingredientPart.refuse?.(tx, slug, entry)
        if (message !== undefined) return { ok: false, message }
        await insertIngredient(tx, slug, entry)
        const subject = { subjectKind: 'ingredient', subjectId: slug }
        await addAudit(tx, { ...actor, ...subject, action: 'ingredient.create', before: null, after: entry })
        return { ok: true, slug }
      }),
  }
}
