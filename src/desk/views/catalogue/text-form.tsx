import { deskPaths } from '#desk/desk-paths.ts'
import { WORDS_BEGIN_HERE } from '#desk/ui/begins-here.ts'
import { EditField, EditSelect, EditText, FormProblem, Seen } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { CATEGORIES } from '#domain/catalogue/product.ts'

export type GlossaryEntry = { slug: string; name: string }

/** Everything that is said about a product. */
export function TextFields({ form, glossary }: { form: FormState; glossary: readonly GlossaryEntry[] }) {
  return (
    <>
      <div className="pair">
        <EditField form={form} name="name" label="Name" required maxLength={100} isCopy autoComplete="off" />
        <EditSelect
          form={form}
          name="category"
          label="Category"
          options={CATEGORIES.map((category) => [category, category] as const)}
        />
      </div>
      <EditText
        form={form}
        name="shortDescription"
        label="Short description"
        maxLength={500}
        hint="The first sentence stands alone on the guide’s cards."
      />
      <EditText
        form={form}
        name="description"
        label="About this blend"
        rows={9}
        maxLength={10_000}
        hint="An empty line begins a new paragraph."
      />
      <EditText form={form} name="benefits" label="Benefits" rows={6} maxLength={2500} hint="One on each line." />
      <EditText form={form} name="howToUse" label="How to use" rows={4} maxLength={3000} />
      <EditText form={form} name="patchTest" label="Patch test" rows={4} maxLength={3000} />
      <div className="pair">
        <EditField form={form} name="dropsPerUse" label="Drops per use" inputMode="numeric" required />
        <EditField form={form} name="usesPerDay" label="Uses per day" inputMode="numeric" required />
      </div>
      <IngredientChoice form={form} glossary={glossary} />
      <EditText
        form={form}
        name="inci"
        label="All ingredients, as on the label (INCI)"
        rows={4}
        maxLength={5000}
        isCopy={false}
      />
    </>
  )
}

/** Numbers give the order, so that it works under any thumb and without a script. */
function IngredientChoice({ form, glossary }: { form: FormState; glossary: readonly GlossaryEntry[] }) {
  const placeOf = ({ slug }: GlossaryEntry) => Number(form.values[`place:${slug}`]) || Infinity
  const inOrder = glossary.toSorted((a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name))
  const theirs = Object.keys(form.theirs).some((name) => /^(?:place|key):/.test(name))
  return (
    <fieldset>
      <legend className="text-small">Ingredients</legend>
      <p className="hint mb-2">
        Number them in the order of the label: 1 is what there is most of. Without a number it is not in the blend.
      </p>
      {form.errors.ingredients && (
        <p className="field-error" {...WORDS_BEGIN_HERE}>
          {form.errors.ingredients}
        </p>
      )}
      {theirs && <p className="theirs">Somebody else has changed the ingredients meanwhile.</p>}
      <ul className="ingredient-choice">
        {inOrder.map(({ slug, name }) => (
          <li key={slug}>
            <input
              className="field"
              inputMode="numeric"
              maxLength={3}
              name={`place:${slug}`}
              defaultValue={form.values[`place:${slug}`]}
              aria-label={`Place of ${name}`}
              autoComplete="off"
            />
            <span>{name}</span>
            <label className="tick">
              <input
                type="checkbox"
                name={`key:${slug}`}
                value="yes"
                defaultChecked={form.values[`key:${slug}`] === 'yes'}
              />
              key<span className="sr-only"> ingredient: {name}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

type TextFormProps = { id: string; form: FormState; glossary: readonly GlossaryEntry[]; mayEdit: boolean }

export function TextForm({ id, form, glossary, mayEdit }: TextFormProps) {
  return (
    <form method="post" action={deskPaths.productTexts(id)}>
      <fieldset disabled={!mayEdit} className="edit-form">
        <FormProblem form={form} />
        <Seen form={form} />
        <TextFields form={form} glossary={glossary} />
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
