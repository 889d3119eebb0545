import type { InputHTMLAttributes, ReactNode } from 'react'
import { findClaims } from '#domain/catalogue/claims.ts'
import { INITIAL_FOCUS, INITIAL_TEXT_FOCUS } from './begins-here.ts'
import type { FormState } from './form-state.ts'

type EditFieldProps = {
  form: FormState
  name: string
  label: string
  hint?: string | undefined
  /** Text for shoppers, checked for claims that a cosmetic may not make. */
  isCopy?: boolean
}

export function EditField({
  form,
  name,
  label,
  hint,
  isCopy = false,
  ...input
}: EditFieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'name'>) {
  return (
    <Frame form={form} name={name} label={label} hint={hint} isCopy={isCopy}>
      {(described) => (
        <input
          {...input}
          {...described}
          className="field"
          defaultValue={form.values[name]}
          data-claims={isCopy || undefined}
        />
      )}
    </Frame>
  )
}

export function EditText({
  form,
  name,
  label,
  hint,
  isCopy = true,
  rows = 3,
  maxLength,
}: EditFieldProps & { rows?: number; maxLength: number }) {
  return (
    <Frame form={form} name={name} label={label} hint={hint} isCopy={isCopy}>
      {(described) => (
        <textarea
          {...described}
          className="field"
          rows={rows}
          maxLength={maxLength}
          defaultValue={form.values[name]}
          data-claims={isCopy || undefined}
        />
      )}
    </Frame>
  )
}

type EditSelectProps = Omit<EditFieldProps, 'isCopy'> & {
  options: readonly (readonly [value: string, label: string])[]
}

export function EditSelect({ form, name, label, hint, options }: EditSelectProps) {
  return (
    <Frame form={form} name={name} label={label} hint={hint} isCopy={false}>
      {(described) => (
        <select {...described} className="field" defaultValue={form.values[name]}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Frame>
  )
}

export function EditTick({ form, name, label, hint }: Omit<EditFieldProps, 'isCopy'>) {
  const theirs = form.theirs[name]
  return (
    <div className="field-group">
      <label className="tick" htmlFor={name}>
        <input
          type="checkbox"
          id={name}
          name={name}
          value="yes"
          defaultChecked={form.values[name] === 'yes'}
          aria-describedby={hint && `${name}-hint`}
        />
        {label}
      </label>
      {hint && (
        <p id={`${name}-hint`} className="hint">
          {hint}
        </p>
      )}
      {theirs !== undefined && (
        <p className="theirs">
          <span className="hint">Stored now:</span> {theirs === 'yes' ? 'on' : 'off'}
        </p>
      )}
    </div>
  )
}

type Described = {
  id: string
  name: string
  autoFocus?: boolean
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

function Frame({
  form,
  name,
  label,
  hint,
  isCopy,
  children,
}: EditFieldProps & { children: (described: Described) => ReactNode }) {
  const error = form.errors[name]
  const theirs = form.theirs[name]
  const was = form.was?.[name]
  const isChanged = was !== undefined && was !== (form.values[name] ?? '')
  const notes = [
    ...(hint ? [`${name}-hint`] : []),
    ...(error ? [`${name}-error`] : []),
    ...(theirs === undefined ? [] : [`${name}-theirs`]),
    ...(isChanged ? [`${name}-was`] : []),
    ...(isCopy ? [`${name}-claims`] : []),
  ]
  return (
    <div className={isChanged ? 'field-group changed' : 'field-group'}>
      <label htmlFor={name}>{label}</label>
      {children({
        id: name,
        name,
        ...(error && INITIAL_FOCUS),
        'aria-invalid': error ? true : undefined,
        'aria-describedby': notes.join(' ') || undefined,
      })}
      {isChanged && (
        <p id={`${name}-was`} className="was">
          Was {was || 'empty'}
        </p>
      )}
      {hint && (
        <p id={`${name}-hint`} className="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
      {theirs !== undefined && (
        <p id={`${name}-theirs`} className="theirs">
          <span className="hint">Stored now:</span> {theirs || 'nothing'}
        </p>
      )}
      {isCopy && <Claims of={name} text={form.values[name] ?? ''} />}
    </div>
  )
}

/** The claims in a field's text, under the field with `data-claims`; the script keeps the list up to date. */
export function Claims({ of, text }: { of: string; text: string }) {
  return (
    <ul id={`${of}-claims`} className="claims">
      {findClaims(text).map(({ phrase, index, rule, why, suggestion }) => (
        <li key={`${index} ${rule}`}>
          <mark>{phrase}</mark> {why} {suggestion}
        </li>
      ))}
    </ul>
  )
}

/** The message above a form that could not be saved. */
export function FormProblem({ form }: { form: FormState }) {
  const isConflict = Object.keys(form.theirs).length > 0
  const isWrong = Object.keys(form.errors).length > 0
  if (!isConflict && !isWrong) return undefined
  const isAtNoField = Object.keys(form.errors).every((name) => name === 'form')
  return (
    <p className="flash flash-problem" role="alert" {...(isAtNoField && INITIAL_TEXT_FOCUS)}>
      {form.errors.form ??
        (isConflict
          ? 'Someone else saved changes while you were editing. Your version is still here, with theirs below each field. Saving again replaces theirs.'
          : 'Nothing is saved yet: please look at the fields marked below.')}
    </p>
  )
}

export function ExpectedVersion({ form }: { form: FormState }) {
  return <input type="hidden" name="expectedVersion" value={form.expectedVersion} />
}
