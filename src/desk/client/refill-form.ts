import type { Sent } from './keep-typed.ts'

const REASONS = {
  'signed-out': 'You were signed out before this was saved.',
  failed: 'This may not have been saved.',
}

/** Puts what was sent into its form again, and says why. */
export function refillForm(form: HTMLFormElement, { fields, lost = 'failed' }: Sent): void {
  const sentAs = (name: string) => fields.flatMap(([key, text]) => (key === name ? [text] : []))
  const filled = new Map<string, number>()
  for (const field of Array.from(form.elements)) {
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio'))
      field.checked = sentAs(field.name).includes(field.value)
    else if (
      (field instanceof HTMLInputElement && field.type !== 'file') ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    ) {
      const values = sentAs(field.name)
      // One per row, such as the ids of orders: the rows may be others by now, and the page knows which.
      if (field.type === 'hidden' && values.length > 1) continue
      const index = filled.get(field.name) ?? 0
      filled.set(field.name, index + 1)
      // The version token too: if someone else saved meanwhile, both versions are shown.
      const value = values[index]
      if (value !== undefined) field.value = value
    }
  }
  form.dispatchEvent(new Event('input', { bubbles: true }))
  const note = document.createElement('p')
  note.className = 'flash'
  note.setAttribute('role', 'status')
  note.tabIndex = -1
  note.textContent = `${REASONS[lost]} Your changes are still here: check them and save again.`
  form.prepend(note)
  note.focus()
}
