/** A form as it is drawn: fresh, or after a try that did not work. */
export type FormState = {
  values: Record<string, string>
  /** What is wrong, by the name of the field. */
  errors: Record<string, string>
  /** What somebody else has stored meanwhile, where it differs. */
  theirs: Record<string, string>
  /** The print of what is stored; it goes back with the form. */
  expectedVersion: string
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

/** Both versions side by side; sending the form again means to go over the other one. */
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
