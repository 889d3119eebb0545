import { readTracking, typoNote } from '#domain/orders/tracking-number.ts'

/** Scanners end a number with Enter, which moves to the next package. Shows the carrier and the count while typing. */
export function trackPackages(): void {
  const form = document.querySelector<HTMLFormElement>('[data-tracking]')
  if (!form) return
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-entry] input[name^=number-]')]
  const send = form.querySelector<HTMLButtonElement>('[data-send]')
  const count = form.querySelector('[data-numbered]')

  function update(): void {
    const numbered = fields.filter(({ value }) => value.trim() !== '').length
    if (count) count.textContent = `${numbered} of ${fields.length}`
    if (send) send.textContent = numbered > 0 ? `Mark ${numbered} as shipped` : 'Mark as shipped'
  }

  // Including the form itself, once it is filled in again after a failure.
  form.addEventListener('input', ({ target }) => {
    for (const field of fields) if (target === form || target === field) describe(field)
    update()
  })
  for (const [index, field] of fields.entries()) {
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return
      event.preventDefault()
      const next = fields[index + 1] ?? send
      next?.focus()
      if (next instanceof HTMLInputElement) next.select()
    })
  }
  fields.find(({ value }) => value === '')?.focus({ preventScroll: true })
  update()
  offerCamera(form)
}

function offerCamera(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('[data-scan]')
  if (!button || !('BarcodeDetector' in globalThis) || !('mediaDevices' in navigator)) return
  button.hidden = false
  button.addEventListener('click', () => void import('./scan-labels.ts').then(({ scanLabels }) => scanLabels(form)))
}

function describe(field: HTMLInputElement): void {
  const row = field.closest('[data-entry]')
  const read = readTracking(field.value)
  const option = row?.querySelector('[data-read]')
  if (option) option.textContent = read?.carrier ?? '–'
  const note = row?.querySelector('[data-note]')
  if (note) note.textContent = read?.isTypo ? typoNote(read.carrier) : ''
  field.removeAttribute('aria-invalid')
}
