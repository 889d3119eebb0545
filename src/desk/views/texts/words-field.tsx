import { EditField, EditText } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { findClaims } from '#domain/catalogue/claims.ts'
import type { TextRules } from '#domain/texts/slots.ts'

type WordsProps = {
  form: FormState
  name: string
  label: string
  hint?: string | undefined
  rules: TextRules
  /** The shop's default text, which causes no warnings. */
  own: readonly string[]
}

/** A text with a field as high as it needs. The script adds buttons for italics, bold and links. */
export function Words({ form, name, label, hint, rules, own }: WordsProps) {
  const value = form.values[name] ?? ''
  const isCopy = !own.includes(value) || findClaims(value).length === 0
  const full = [hint, `Up to ${rules.max} characters.`].filter(Boolean).join(' ')
  // Longer than allowed: a text that was pasted is explained, not cut off.
  const shared = { form, name, label, hint: full, isCopy, maxLength: rules.max * 2 + 200 }
  return (
    <div data-marks={rules.isRich ? (rules.isLong ? 'italic bold link' : 'italic') : undefined}>
      {rules.isLong ? <EditText {...shared} rows={2} /> : <EditField {...shared} autoComplete="off" />}
    </div>
  )
}
