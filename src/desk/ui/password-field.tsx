import type { ComponentProps } from 'react'
import { Field } from './form-parts.tsx'

/** With a button that reveals the password, if scripts run. Pasting is allowed. */
export function PasswordField({ id, ...field }: Omit<ComponentProps<typeof Field>, 'type'>) {
  const fieldId = id ?? field.name
  return (
    <div className="password-field">
      <Field {...field} id={fieldId} type="password" spellCheck={false} autoCapitalize="off" />
      <button
        type="button"
        className="reveal"
        data-reveal={fieldId}
        aria-controls={fieldId}
        aria-pressed="false"
        hidden
      >
        Show password
      </button>
    </div>
  )
}
