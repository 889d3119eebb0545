import { checkoutForm } from '#contract/checkout.ts'
import { type Draft, FIELD_NAMES, type FieldName } from './checkout-draft.ts'

export type FieldErrors = Partial<Record<FieldName, string>>

/** What is wrong with the form, one sentence for each field; in the order in which the fields stand. */
export function fieldErrors(draft: Draft): FieldErrors {
  const parsed = checkoutForm.safeParse(draft)
  if (parsed.success) return {}
  const errors: FieldErrors = {}
  for (const { path, message } of parsed.error.issues) {
    const name = FIELD_NAMES.find((field) => field === path[0])
    if (name) errors[name] ??= message
  }
  return errors
}

export function isFieldName(name: string): name is FieldName {
  return FIELD_NAMES.some((field) => field === name)
}
