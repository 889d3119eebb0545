import type { Sent } from './keep-typed.ts'

const REASONS = {
  'signed-out': 'You were signed out before this was saved.',
  failed: 'This may not have been saved.',
}

/** Returns true if the form's rows are those that were sent, judging by what they are about, such as order ids. */
function hasSameRows(form: HTMLFormElement, sentAs: (name: string) => string[]): boolean {
  const about = new Map<string, string[]>()
  for (const field of Array.from(form.elements))
    if (field instanceof HTMLInputElement && field.type === 'hidden')
      about.set(field.name, [...(about.get(field.name) ?? []), field.value])
  return [...about].every(([name, values]) => {
    const sent = sentAs(name)
    return sent.length < 2 || sent.join('\n') === values.join('\n')
  })
}

/** Fills the form with what was sent, and says why. */
export function refillForm(form: HTMLFormElement, { fields, lost = 'failed' }: Sent): void {
  const sentAs = (name: string) => fields.flatMap(([key, text]) => (key === name ? [text] : []))
  const isSameRows = hasSameRows(form, sentAs)
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
      // One per row, so that what was typed for an order never gets into the row of another one.
      if (values.length > 1 && (field.type === 'hidden' || !isSameRows)) continue
      const index = filled.get(field.name) ?? 0
      filled.set(field.name, index + 1)
      // The version token too: if someone else has saved in the meantime, both versions are shown.
      const value = values[index]
      if (value !== undefined) field.value = value
    }
  }
  const sheet = form.closest('details')
  if (sheet) sheet.open = true
  form.dispatchEvent(new Event('input', { bubbles: true }))
  const note = document.createElement('p')
  note.className = 'flash'
  note.setAttribute('role', 'status')
  note.tabIndex = -1
  note.textContent = `${REASONS[lost]} Your changes are still here: check them and save again.`
  form.prepend(note)
  note.focus()
}
