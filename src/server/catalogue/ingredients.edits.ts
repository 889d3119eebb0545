import { INGREDIENT_FIELDS, type IngredientEntry } from '#domain/catalogue/ingredient-fields.ts'
import { editable } from '#server/platform/audit/editable.ts'
import { describedForm } from './described-form.ts'
import { isIngredientNameTaken, readIngredient, writeIngredient } from './ingredient-editor.queries.ts'

export const ingredientForm = describedForm(INGREDIENT_FIELDS)

export const ingredientPart = editable<IngredientEntry>({
  action: 'ingredient.edit',
  subjectKind: 'ingredient',
  least: 'staff',
  schema: ingredientForm.schema,
  completeLogged: ingredientForm.completeLogged,
  read: readIngredient,
  write: writeIngredient,
  refuse: async (tx, slug, { name }) =>
    (await isIngredientNameTaken(tx, name, slug)) ? 'Another ingredient has this name.' : undefined,
})
