import type { InputHTMLAttributes, ReactNode } from 'react'
import { QUESTION, QUESTION_WITHOUT } from '#domain/operators/confirm-question.ts'
import { INITIAL_FOCUS } from './begins-here.ts'

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  name: string
  label: string
  hint?: string | undefined
  /** The validation error, shown until the next submit. */
  error?: string | undefined
}

export function Field({ name, label, hint, error, id = name, className = '', ...input }: FieldProps) {
  const hintId = hint && `${id}-hint`
  const errorId = error && `${id}-error`
  return (
    <div className={`field-group ${className}`}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        {...(error && INITIAL_FOCUS)}
        id={id}
        name={name}
        className="field"
        aria-invalid={error ? true : undefined}
        aria-describedby={[hintId, errorId].filter(Boolean).join(' ') || undefined}
      />
      {hint && (
        <p id={hintId} className="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

/**
 * Inside a form: the question to confirm before submitting. The script asks in a dialog and removes these fields once
 * confirmed; if they arrive, the script did not run, and the server asks.
 */
export function Question({ text, without }: { text: string; without?: string }) {
  return (
    <>
      <input type="hidden" name={QUESTION} value={text} />
      {without && <input type="hidden" name={QUESTION_WITHOUT} value={without} />}
    </>
  )
}

type ActionProps = {
  /** For a button elsewhere that sends this form. */
  id?: string
  action: string
  label: string
  /** Hidden fields. */
  fields?: Record<string, string> | undefined
  /** The question to confirm first. */
  confirm?: string | undefined
  kind?: 'button' | 'button-quiet' | 'button-plain'
  children?: ReactNode
}

/** A button for one action: its own form, so that it works without scripts. */
export function Action({ id, action, label, fields, confirm, kind = 'button-quiet', children }: ActionProps) {
  return (
    <form id={id} method="post" action={action} className="inline-flex flex-wrap items-center gap-2">
      {confirm && <Question text={confirm} />}
      {Object.entries(fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <button type="submit" className={kind === 'button' ? 'button' : `button ${kind}`}>
        {label}
      </button>
    </form>
  )
}
