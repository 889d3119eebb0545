import { and, eq, ne, sql } from 'drizzle-orm'
import { storedValues } from '#domain/catalogue/fields.ts'
import { INGREDIENT_FIELDS, type IngredientEntry } from '#domain/catalogue/ingredient-fields.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { ingredientsTable, productIngredientsTable, productsTable } from './catalogue.tables.ts'

export async function readIngredient(tx: Orm, slug: string): Promise<IngredientEntry | undefined> {
  const [row] = await tx.select().from(ingredientsTable).where(eq(ingredientsTable.slug, slug)).for('no key update')
  return row && storedValues(INGREDIENT_FIELDS, row)
}

export async function writeIngredient(tx: Orm, slug: string, entry: IngredientEntry): Promise<void> {
  await tx.update(ingredientsTable).set(entry).where(eq(ingredientsTable.slug, slug))
  // Full-text search reads the names of key ingredients from the products table.
  const names = sql`coalesce((
    select string_agg(i.name, ', ' order by pi.position)
    from product_ingredients pi join ingredients i on i.slug = pi.ingredient_slug
    where pi.product_id = ${productsTable.id} and pi.is_key), '')`
  const holders = tx
    .select({ id: productIngredientsTable.productId })
    .from(productIngredientsTable)
    .where(eq(productIngredientsTable.ingredientSlug, slug))
  await tx
    .update(productsTable)
    .set({ keyIngredients: names })
    .where(and(sql`${productsTable.id} in ${holders}`, ne(productsTable.keyIngredients, names)))
}

export async function insertIngredient(tx: Orm, slug: string, entry: IngredientEntry): Promise<void> {
  await tx.insert(ingredientsTable).values({ slug, ...entry })
}

export async function isIngredientNameTaken(tx: Orm, name: string, exceptSlug: string): Promise<boolean> {
  const rows = await tx
    .select({ slug: ingredientsTable.slug })
    .from(ingredientsTable)
    .where(and(eq(ingredientsTable.name, name), ne(ingredientsTable.slug, exceptSlug)))
  return rows.length > 0
}
