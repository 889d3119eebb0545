import { Fragment, type ReactElement } from 'react'
import { EditField, EditText } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import type { Field, FieldSet } from '#domain/catalogue/fields.ts'
import { type GlossaryEntry, IngredientChoice } from './ingredient-choice.tsx'
import { TickChoice } from './tick-choice.tsx'

type DescribedFieldsProps = {
  form: FormState
  fields: FieldSet
  /** The ingredients to choose from, for forms with a blend. */
  glossary?: readonly GlossaryEntry[]
  /** Values to suggest for a line, by field name. */
  suggestions?: Readonly<Record<string, readonly string[]>>
}

const NO_GLOSSARY: readonly GlossaryEntry[] = []
const NO_SUGGESTIONS: Readonly<Record<string, readonly string[]>> = {}

/** The inputs of a form, in the order of its field descriptions. */
export function DescribedFields({
  form,
  fields,
  glossary = NO_GLOSSARY,
  suggestions = NO_SUGGESTIONS,
}: DescribedFieldsProps) {
  return toRows(Object.entries(fields)).map((line) => {
    const [[first] = ['']] = line
    const inputs = line.map(([name, field]) => (
      <Fragment key={name}>{inputOf({ form, name, field, glossary, suggested: suggestions[name] })}</Fragment>
    ))
    return line.length > 1 ? (
      <div key={first} className="pair">
        {inputs}
      </div>
    ) : (
      <Fragment key={first}>{inputs}</Fragment>
    )
  })
}

type Named = [name: string, field: Field]

/** Two adjacent half-width fields share a row. */
function toRows(fields: readonly Named[]): Named[][] {
  const lines: Named[][] = []
  for (const entry of fields) {
    const last = lines.at(-1)
    const isRoomLeft = last?.length === 1 && last[0]?.[1].isHalf
    if (isRoomLeft && entry[1].isHalf) last.push(entry)
    else lines.push([entry])
  }
  return lines
}

type InputProps = {
  form: FormState
  name: string
  field: Field
  glossary: readonly GlossaryEntry[]
  suggested: readonly string[] | undefined
}

function inputOf({ form, name, field, glossary, suggested }: InputProps): ReactElement {
  const { label, hint } = field
  const shared = { form, name, label, hint }
  switch (field.kind) {
    case 'line':
      return (
        <>
          <EditField
            {...shared}
            required={field.isRequired}
            maxLength={field.max}
            isCopy={field.isCopy}
            autoComplete="off"
            list={suggested && `${name}-suggested`}
          />
          {suggested && (
            <datalist id={`${name}-suggested`}>
              {suggested.map((value) => (
                <option key={value} value={value}>
                  {value}
                </option>
              ))}
            </datalist>
          )}
        </>
      )
    case 'text':
      return <EditText {...shared} rows={field.rows} maxLength={field.max} isCopy={field.isCopy} />
    case 'list':
      return (
        <EditText
          {...shared}
          rows={field.rows}
          maxLength={field.maxCount * (field.maxEach + 1)}
          isCopy={field.isCopy}
        />
      )
    case 'count':
      return <EditField {...shared} inputMode="numeric" required />
    case 'ticks':
      return (
        <>
          <input type="hidden" name={name} value="" />
          <TickChoice {...shared} options={field.options} />
        </>
      )
    case 'blend':
      return <IngredientChoice {...shared} glossary={glossary} />
  }
}
