import { INITIAL_TEXT_FOCUS } from '#desk/ui/begins-here.ts'
import type { FormState } from '#desk/ui/form-state.ts'

export type GlossaryEntry = { slug: string; name: string }

type IngredientChoiceProps = {
  form: FormState
  name: string
  label: string
  hint: string | undefined
  glossary: readonly GlossaryEntry[]
}

/** Numbers give the order, which works on any device and without a script. */
export function IngredientChoice({ form, name: field, label, hint, glossary }: IngredientChoiceProps) {
  const placeOf = ({ slug }: GlossaryEntry) => Number(form.values[`place:${slug}`]) || Infinity
  const inOrder = glossary.toSorted((a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name))
  const theirs = Object.keys(form.theirs).some((name) => /^(?:place|key):/.test(name))
  return (
    <fieldset id={field} tabIndex={-1}>
      <legend className="text-small">{label}</legend>
      {hint && <p className="hint mb-2">{hint}</p>}
      {form.errors[field] && (
        <p className="field-error" {...INITIAL_TEXT_FOCUS}>
          {form.errors[field]}
        </p>
      )}
      {theirs && <p className="theirs">Someone else changed the ingredients while you were editing.</p>}
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
