import { and, eq } from 'drizzle-orm'
import { publicValues, storedValues } from '#domain/catalogue/fields.ts'
import { INGREDIENT_FIELDS } from '#domain/catalogue/ingredient-fields.ts'
import type { Ingredient } from '#domain/catalogue/product.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { ingredientsTable, inNameOrder, productIngredientsTable, productsTable } from './catalogue.tables.ts'

/** The glossary: each ingredient with the oils that contain it. */
export async function listIngredients(orm: Orm): Promise<Ingredient[]> {
  const [ingredients, holders] = await Promise.all([
    orm
      .select()
      .from(ingredientsTable)
      .orderBy(...inNameOrder(ingredientsTable)),
    orm
      .select({ slug: productIngredientsTable.ingredientSlug, id: productsTable.id, name: productsTable.name })
      .from(productIngredientsTable)
      .innerJoin(
        productsTable,
        and(eq(productsTable.id, productIngredientsTable.productId), eq(productsTable.isActive, true)),
      )
      .orderBy(...inNameOrder(productsTable)),
  ])
  const bySlug = Map.groupBy(holders, ({ slug }) => slug)
  return ingredients.map((row) => ({
    slug: row.slug,
    ...publicValues(INGREDIENT_FIELDS, storedValues(INGREDIENT_FIELDS, row)),
    products: (bySlug.get(row.slug) ?? []).map(({ id, name }) => ({ id, name })),
  }))
}

export async function listIngredientSlugs(orm: Orm): Promise<string[]> {
  const rows = await orm.select({ slug: ingredientsTable.slug }).from(ingredientsTable)
  return rows.map(({ slug }) => slug)
}
