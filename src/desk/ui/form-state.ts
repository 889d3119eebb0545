/** A form to render: fresh, or after a failed submit. */
export type FormState = {
  values: Record<string, string>
  /** Errors by field name. */
  errors: Record<string, string>
  /** What another operator has stored since, if it differs. */
  theirs: Record<string, string>
  /** The version token of the stored value, sent back with the form (optimistic lock). */
  expectedVersion: string
  /** True if rows were moved without a script, and nothing is saved. */
  isUnsaved?: boolean
  /** The stored value, for a preview that marks what was changed. */
  was?: Record<string, string>
}

export function freshForm(values: Record<string, string>, expectedVersion: string): FormState {
  return { values, errors: {}, theirs: {}, expectedVersion }
}

export function failedForm(
  values: Record<string, string>,
  errors: Record<string, string>,
  expectedVersion: string,
): FormState {
  return { values, errors, theirs: {}, expectedVersion }
}

/** Shows both versions; sending the form again overwrites the other one. */
export function conflictingForm(
  values: Record<string, string>,
  current: Record<string, string>,
  expectedVersion: string,
): FormState {
  const names = new Set([...Object.keys(values), ...Object.keys(current)])
  const differing = [...names].filter((name) => plain(textOf(values, name)) !== plain(textOf(current, name)))
  const theirs = Object.fromEntries(differing.map((name) => [name, textOf(current, name)]))
  return { values, errors: {}, theirs, expectedVersion }
}

/** Names come from the request: `constructor` is in every object. */
function textOf(fields: Record<string, string>, name: string): string {
  return (Object.hasOwn(fields, name) && fields[name]) || ''
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').trim()
}
