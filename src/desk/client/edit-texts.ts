const MARKS = {
  italic: { label: 'I', name: 'Italic', before: '*', after: '*' },
  bold: { label: 'B', name: 'Bold', before: '**', after: '**' },
  link: { label: 'Link', name: 'Link', before: '[', after: '](https://)' },
} as const

/** Buttons above a text, and a question before unsaved words are left behind. */
export function editTexts(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-texts]')
  if (!form) return
  for (const part of form.querySelectorAll<HTMLElement>('[data-marks]')) addButtons(part)
  watchUnsaved(form)
}

function addButtons(part: HTMLElement): void {
  const field = part.querySelector<HTMLInputElement | HTMLTextAreaElement>('.field')
  if (!field || field.matches(':disabled')) return
  const bar = document.createElement('div')
  bar.className = 'mark-buttons'
  for (const name of part.dataset.marks?.split(' ') ?? []) {
    const mark = MARKS[name as keyof typeof MARKS]
    const button = document.createElement('button')
    button.type = 'button'
    button.setAttribute('aria-label', `${mark.name}: ${field.labels?.[0]?.textContent ?? ''}`)
    const word = document.createElement(name === 'italic' ? 'i' : name === 'bold' ? 'b' : 'span')
    word.textContent = mark.label
    button.append(word)
    button.addEventListener('click', () => wrapSelection(field, mark))
    bar.append(button)
  }
  field.before(bar)
}

/** Marks what is selected; a link's address is selected next, to be typed over. */
function wrapSelection(
  field: HTMLInputElement | HTMLTextAreaElement,
  { before, after }: { before: string; after: string },
): void {
  const start = field.selectionStart ?? 0
  const end = field.selectionEnd ?? start
  const words = field.value.slice(start, end) || 'words'
  field.focus()
  field.setRangeText(before + words + after, start, end, 'end')
  const from = start + before.length
  if (after.length > 2) field.setSelectionRange(from + words.length + 2, from + words.length + after.length - 1)
  else field.setSelectionRange(from, from + words.length)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function watchUnsaved(form: HTMLFormElement): void {
  const status = form.querySelector('[data-changes]')
  let isSending = false
  const isUnsaved = () =>
    form.dataset.texts === 'unsaved' ||
    Array.from(form.elements).some((field) => {
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
        return field.value !== field.defaultValue
      return field instanceof HTMLSelectElement && field.selectedOptions[0]?.defaultSelected === false
    })
  const show = () => {
    if (status) status.textContent = isUnsaved() ? 'Not saved' : 'No changes'
  }
  form.addEventListener('input', show)
  form.addEventListener('change', show)
  form.addEventListener('submit', ({ submitter }) => {
    // A preview opens beside this page.
    isSending = !(submitter instanceof HTMLButtonElement && submitter.formTarget === '_blank')
  })
  window.addEventListener('beforeunload', (event) => {
    if (!isSending && isUnsaved()) event.preventDefault()
  })
  show()
}
