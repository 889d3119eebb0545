import { deskPaths } from '#desk/desk-paths.ts'
import { FormProblem, ExpectedVersion } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import type { FieldSet } from '#domain/catalogue/fields.ts'
import { DescribedFields } from './described-fields.tsx'
import type { GlossaryEntry } from './ingredient-choice.tsx'

type TextFormProps = {
  id: string
  form: FormState
  fields: FieldSet
  glossary: readonly GlossaryEntry[]
  /** To suggest. */
  categories: readonly string[]
  mayEdit: boolean
}

export function TextForm({ id, form, fields, glossary, categories, mayEdit }: TextFormProps) {
  return (
    <form method="post" action={deskPaths.productTexts(id)}>
      <fieldset disabled={!mayEdit} className="edit-form">
        <FormProblem form={form} />
        <ExpectedVersion form={form} />
        <DescribedFields form={form} fields={fields} glossary={glossary} suggestions={{ category: categories }} />
        {mayEdit && (
          <p className="save-bar">
            <button type="submit" className="button">
              Save texts
            </button>
            <button
              type="submit"
              className="button button-quiet"
              formAction={deskPaths.previewProduct(id)}
              formTarget="_blank"
            >
              Preview page
            </button>
          </p>
        )}
      </fieldset>
    </form>
  )
}
