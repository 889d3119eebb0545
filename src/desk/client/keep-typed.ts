const KEY = 'desk-typed'
const NOTE = 'You were signed out before this was saved. Your changes are still here: check them and save again.'

/** A form that was sent; `isLost` once the answer was the sign-in page. */
type Sent = { action: string; fields: [name: string, value: string][]; isLost: boolean }

/**
 * Keeps what was typed if the session ended in the meantime: the form that led to the sign-in page is filled in again
 * when its page is next shown. Only in this tab, and only until then.
 */
export function keepTyped(): void {
  const sent = readSent()
  const isSignedIn = document.body.classList.contains('desk')
  if (!isSignedIn) {
    if (sent) sessionStorage.setItem(KEY, JSON.stringify({ ...sent, isLost: true }))
    return
  }
  const form = sent && findForm(sent.action)
  if (sent?.isLost && form) fillIn(form, sent.fields)
  if (sent && (!sent.isLost || form)) sessionStorage.removeItem(KEY)
  document.addEventListener('submit', ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof HTMLFormElement && target.method === 'post') remember(target)
  })
}

function remember(form: HTMLFormElement): void {
  const fields = Array.from(new FormData(form)).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !isSecret(form, name) ? [[name, value]] : [],
  )
  const sent: Sent = { action: form.getAttribute('action') ?? '', fields, isLost: false }
  sessionStorage.setItem(KEY, JSON.stringify(sent))
}

function isSecret(form: HTMLFormElement, name: string): boolean {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement && field.autocomplete.includes('password')
}

function readSent(): Sent | undefined {
  const stored = sessionStorage.getItem(KEY)
  return stored === null ? undefined : (JSON.parse(stored) as Sent)
}

function findForm(action: string): HTMLFormElement | undefined {
  return Array.from(document.forms).find((form) => form.method === 'post' && form.getAttribute('action') === action)
}

function fillIn(form: HTMLFormElement, fields: Sent['fields']): void {
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
  note.textContent = NOTE
  form.prepend(note)
  note.focus()
}
