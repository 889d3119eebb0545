import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { IngredientEdit, Ingredients } from '#desk/views/catalogue/ingredients.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import { afterEdit, LONG_FORM, nothingThere, readEditForm, slugIn, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { IngredientEditor } from './ingredient-editor.service.ts'
import { ingredientForm } from './ingredients.edits.ts'

type IngredientDeps = { ingredients: IngredientEditor }

export function ingredientRoutes({ ingredients }: IngredientDeps): DeskRoute[] {
  function renderNew(visit: OperatorVisit, form = freshForm({}, ''), status: 200 | 422 = 200): Response {
    const title = 'New ingredient'
    const body = <IngredientEdit slug={undefined} title={title} form={form} mayEdit />
    return visit.page({ title, section: 'catalogue', body, status })
  }

  async function renderOne(
    visit: OperatorVisit,
    slug: string,
    sent?: FormState,
    status: 200 | 409 | 422 = 200,
  ): Promise<Response> {
    const found = await ingredients.find(slug)
    if (!found) throw nothingThere()
    const { entry, version } = found
    const form = sent ?? freshForm(ingredientForm.toFields(entry), version)
    const mayEdit = isAtLeast(visit.operator.role, 'staff')
    const body = <IngredientEdit slug={slug} title={entry.name} form={form} mayEdit={mayEdit} />
    return visit.page({ title: entry.name, section: 'catalogue', body, status })
  }

  return [
    {
      method: 'GET',
      path: '/catalogue/ingredients',
      role: 'read-only',
      async handle(visit) {
        const mayEdit = isAtLeast(visit.operator.role, 'staff')
        const body = <Ingredients ingredients={await ingredients.list()} mayEdit={mayEdit} />
        return visit.page({ title: 'Ingredients', section: 'catalogue', body })
      },
    },
    { method: 'GET', path: '/catalogue/ingredients/new', role: 'staff', handle: (visit) => renderNew(visit) },
    {
      method: 'POST',
      path: '/catalogue/ingredients/new',
      role: 'staff',
      maxFormBytes: LONG_FORM,
      async handle(visit) {
        const fields = await readEditForm(visit)
        const read = ingredientForm.read(fields)
        if (!read.ok) return renderNew(visit, refusedForm(fields, read.errors), 422)
        const result = await ingredients.create(read.value, visit.actor)
        if (!result.ok) return renderNew(visit, refusedForm(fields, { name: result.message }), 422)
        return visit.go(deskPaths.ingredient(result.slug), { kind: 'done', text: 'Added to the glossary.' })
      },
    },
    {
      method: 'GET',
      path: '/catalogue/ingredients/:slug',
      role: 'read-only',
      handle: (visit) => renderOne(visit, slugIn(visit)),
    },
    {
      method: 'POST',
      path: '/catalogue/ingredients/:slug',
      role: 'staff',
      maxFormBytes: LONG_FORM,
      async handle(visit) {
        const slug = slugIn(visit)
        const fields = await readEditForm(visit)
        const read = ingredientForm.read(fields)
        if (!read.ok) return renderOne(visit, slug, refusedForm(fields, read.errors), 422)
        const result = await ingredients.save(slug, read.value, fields.expectedVersion ?? '', visit.actor)
        if (result.ok) return afterEdit(visit, result, deskPaths.ingredient(slug), 'Ingredient saved.')
        if (result.code === 'not_found') throw nothingThere()
        if (result.code === 'refused') return renderOne(visit, slug, refusedForm(fields, { name: result.message }), 422)
        const current = ingredientForm.toFields(result.current)
        const form = conflictingForm(ingredientForm.toFields(read.value), current, versionToken(result.current))
        return renderOne(visit, slug, form, 409)
      },
    },
  ]
}
