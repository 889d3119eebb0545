const KEY = 'desk-typed'

/** A form that was sent; `lost` once the response was the sign-in page or an error. */
export type Sent = { action: string; fields: [name: string, value: string][]; lost?: 'signed-out' | 'failed' }

/**
 * Keeps what was typed if the session ended in the meantime, or the server failed: the form is filled in again when its
 * page is next shown. Only in this tab, and only until then.
 */
export function keepTyped(): void {
  const sent = readSent()
  const problem = document.querySelector<HTMLElement>('[data-problem]')?.dataset.problem
  // The form was saved, and the page after it failed.
  if (problem === 'page') return
  if (problem || !document.body.classList.contains('desk')) {
    const lost = problem ? 'failed' : 'signed-out'
    if (sent) sessionStorage.setItem(KEY, JSON.stringify({ ...sent, lost }))
    return
  }
  const form = sent && findForm(sent.action)
  if (sent?.lost && form) void import('./refill-form.ts').then(({ refillForm }) => refillForm(form, sent))
  if (sent && (!sent.lost || form)) sessionStorage.removeItem(KEY)
  document.addEventListener('submit', ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof HTMLFormElement && target.method === 'post') remember(target)
  })
}

function remember(form: HTMLFormElement): void {
  const fields = Array.from(new FormData(form)).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !isSecret(form, name) ? [[name, value]] : [],
  )
  const sent: Sent = { action: form.getAttribute('action') ?? '', fields }
  sessionStorage.setItem(KEY, JSON.stringify(sent))
}

function isSecret(form: HTMLFormElement, name: string): boolean {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement && (field.type === 'password' || field.autocomplete.includes('password'))
}

function readSent(): Sent | undefined {
  const stored = sessionStorage.getItem(KEY)
  return stored === null ? undefined : (JSON.parse(stored) as Sent)
}

function findForm(action: string): HTMLFormElement | undefined {
  return Array.from(document.forms).find((form) => form.method === 'post' && form.getAttribute('action') === action)
}
