import type { FormState } from '#desk/ui/form-state.ts'

type TickChoiceProps = {
  form: FormState
  name: string
  label: string
  hint: string | undefined
  options: Readonly<Record<string, string>>
}

export function TickChoice({ form, name, label, hint, options }: TickChoiceProps) {
  const choices = Object.entries(options).map(([option, text]) => ({ id: `${name}:${option}`, text }))
  const isConflict = choices.some(({ id }) => form.theirs[id] !== undefined)
  const theirs = choices.filter(({ id }) => (form.theirs[id] ?? form.values[id]) === 'yes').map(({ text }) => text)
  const error = form.errors[name]
  return (
    <fieldset aria-describedby={error && `${name}-error`}>
      <legend className="text-small">{label}</legend>
      {hint && <p className="hint mb-1">{hint}</p>}
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-x-5">
        {choices.map(({ id, text }) => (
          <label key={id} className="tick">
            <input type="checkbox" name={id} value="yes" defaultChecked={form.values[id] === 'yes'} />
            {text}
          </label>
        ))}
      </div>
      {isConflict && (
        <p id={`${name}-theirs`} className="theirs">
          <span className="hint">Saved value:</span> {theirs.join(', ') || 'nothing'}
        </p>
      )}
    </fieldset>
  )
}
