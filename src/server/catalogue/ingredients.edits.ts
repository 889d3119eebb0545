import { z } from 'zod'
import { parseForm } from '#contract/form.ts'
import { INGREDIENT_GROUPS, isIngredientGroup } from '#domain/catalogue/product.ts'
import { editable } from '#server/platform/audit/editable.ts'
import { type Fields, type FormRead, tidy } from '#server/platform/http/form-fields.ts'
import {
  type IngredientEntry,
  isIngredientNameTaken,
  readIngredient,
  writeIngredient,
} from './ingredient-editor.queries.ts'

const text = (max: number) =>
  z.string().min(1, 'This cannot be empty.').max(max, `This is longer than ${max} characters.`)

const entrySchema = z.object({
  name: text(100),
  inci: text(300),
  summary: text(500),
  richIn: text(1000),
  benefits: text(1000),
  properties: text(1000),
  groups: z.array(z.string().refine(isIngredientGroup)),
}) satisfies z.ZodType<IngredientEntry>

export const ingredientPart = editable<IngredientEntry>({
  action: 'ingredient.edit',
  subjectKind: 'ingredient',
  least: 'staff',
  schema: entrySchema,
  read: readIngredient,
  write: writeIngredient,
  refuse: async (tx, slug, { name }) =>
    (await isIngredientNameTaken(tx, name, slug)) ? 'Another ingredient has this name.' : undefined,
})

export function toIngredientFields({ groups, ...entry }: IngredientEntry): Fields {
  return { ...entry, ...Object.fromEntries(groups.map((group) => [`group:${group}`, 'yes'])) }
}

export function readIngredientFields(fields: Fields): FormRead<IngredientEntry> {
  const { name, inci, summary, richIn, benefits, properties } = fields
  return parseForm(entrySchema, {
    name: tidy(name),
    inci: tidy(inci),
    summary: tidy(summary),
    richIn: tidy(richIn),
    benefits: tidy(benefits),
    properties: tidy(properties),
    groups: Object.keys(INGREDIENT_GROUPS).filter((group) => fields[`group:${group}`] === 'yes'),
  })
}
