import { and, eq } from 'drizzle-orm'
import { type Ingredient, isIngredientGroup } from '#domain/catalogue/product.ts'
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
    ...row,
    groups: row.groups.filter(isIngredientGroup),
    products: (bySlug.get(row.slug) ?? []).map(({ id, name }) => ({ id, name })),
  }))
}
