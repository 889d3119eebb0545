import type { ReactNode } from 'react'
import type { Draft, FieldName } from './checkout-draft.ts'
import type { FieldErrors } from './field-errors.ts'

/** Properties common to all fields of the form. */
export type FormFields = {
  draft: Draft
  errors: FieldErrors
  onEdit: (name: FieldName) => void
  onLeave: (name: FieldName) => void
}

export type CheckoutFieldProps = {
  name: FieldName
  label: string
  fields: FormFields
  autoComplete: string
  type?: 'text' | 'email' | 'tel'
  inputMode?: 'numeric'
  isOptional?: boolean
  note?: string
  className?: string
  /** A choice instead of a text. */
  options?: readonly { value: string; label: string }[]
}

/** A native field: browsers can autofill it, and the form reads its value. The error is shown below it. */
export function CheckoutField({
  name,
  label,
  fields: { draft, errors, onEdit, onLeave },
  isOptional = false,
  note,
  className = '',
  options,
  type = 'text',
  ...rest
}: CheckoutFieldProps) {
  const error = errors[name]
  const id = `checkout-${name}`
  const describedBy = error ? `${id}-error` : note && `${id}-note`
  const props = {
    ...rest,
    id,
    name,
    className: 'field w-full aria-invalid:border-error',
    defaultValue: draft[name],
    required: !isOptional,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy,
    onInput: () => onEdit(name),
    onBlur: () => onLeave(name),
  }
  return (
    <div className={`grid content-start gap-1 ${className}`}>
      <label className="text-small" htmlFor={id}>
        {label}
        {isOptional && <span className="text-soft"> (optional)</span>}
      </label>
      {options ? (
        <select {...props}>
          <option value="">Choose</option>
          {options.map((option) => (
            <option value={option.value} key={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input {...props} type={type} enterKeyHint="next" />
      )}
      {note && !error && (
        <p className="text-fine text-soft" id={`${id}-note`}>
          {note}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="text-fine text-error" id={id}>
      {children}
    </p>
  )
}
