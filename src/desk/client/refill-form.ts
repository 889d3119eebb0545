import type { Sent } from './keep-typed.ts'

const REASONS = {
  'signed-out': 'You were signed out before this was saved.',
  failed: 'This may not have been saved.',
}

/** Puts what was sent into its form again, and says why. */
export function refillForm(form: HTMLFormElement, { fields, lost = 'failed' }: Sent): void {
  const isSent = (name: string, value: string) => fields.some(([key, text]) => key === name && text === value)
  for (const field of Array.from(form.elements)) {
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio'))
      field.checked = isSent(field.name, field.value)
    else if (
      (field instanceof HTMLInputElement && field.type !== 'file') ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    ) {
      // The version token too: if someone else saved meanwhile, both versions are shown.
      const value = fields.find(([name]) => name === field.name)?.[1]
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
