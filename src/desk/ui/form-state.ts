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
  const differing = [...names].filter((name) => plain(values[name]) !== plain(current[name]))
  const theirs = Object.fromEntries(differing.map((name) => [name, current[name] ?? '']))
  return { values, errors: {}, theirs, expectedVersion }
}

function plain(text = ''): string {
  return text.replaceAll('\r\n', '\n').trim()
}
