import { ingredientsTable, inNameOrder, productsTable } from '#server/catalogue/catalogue.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'

type NamedText = { id: string; name: string; text: string }

/** Everything written about products, including hidden ones, which may go back on sale. */
export async function listProductTexts(orm: Orm): Promise<NamedText[]> {
  const rows = await orm
    .select()
    .from(productsTable)
    .orderBy(...inNameOrder(productsTable))
  return rows.map((row) => ({ id: row.id, name: row.name, text: wordsOf(row) }))
}

export async function listIngredientTexts(orm: Orm): Promise<NamedText[]> {
  const rows = await orm
    .select()
    .from(ingredientsTable)
    .orderBy(...inNameOrder(ingredientsTable))
  return rows.map((row) => ({ id: row.slug, name: row.name, text: wordsOf(row) }))
}

function wordsOf(row: Record<string, unknown>): string {
  return Object.values(row)
    .flat()
    .filter((value) => typeof value === 'string')
    .join('\n')
}
