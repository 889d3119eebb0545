type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function fieldsOf(form: HTMLFormElement): Field[] {
  return Array.from(form.elements).filter(
    (field) =>
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement,
  )
}

/** Compared with what the server sent, so that what a browser restores after Back counts as changed. */
export function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return isOtherOption(field)
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked
  if (field.type === 'file') return field.value !== ''
  // The script writes hidden fields; the owner types in the others.
  return field.type !== 'hidden' && field.value !== field.defaultValue
}

/** Without a selected option in the markup, a browser chooses the first. */
function isOtherOption({ options, selectedIndex, multiple }: HTMLSelectElement): boolean {
  const all = Array.from(options)
  if (multiple) return all.some(({ selected, defaultSelected }) => selected !== defaultSelected)
  return (
    selectedIndex !==
    Math.max(
      all.findIndex(({ defaultSelected }) => defaultSelected),
      0,
    )
  )
}
