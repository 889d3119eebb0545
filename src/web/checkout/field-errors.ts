import { checkoutForm } from '#contract/checkout.ts'
import { parseForm } from '#contract/form.ts'
import { type Draft, FIELD_NAMES, type FieldName } from './checkout-draft.ts'

export type FieldErrors = Partial<Record<FieldName, string>>

/** What is wrong with the form, one sentence for each field. */
export function fieldErrors(draft: Draft): FieldErrors {
  const read = parseForm(checkoutForm, draft)
  return read.ok ? {} : read.errors
}

export function isFieldName(name: string): name is FieldName {
  return FIELD_NAMES.some((field) => field === name)
}
