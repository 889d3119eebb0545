import { isDirty } from './unsaved-changes.ts'

const MARKS = {
  italic: { label: 'I', name: 'Italic', before: '*', after: '*' },
  bold: { label: 'B', name: 'Bold', before: '**', after: '**' },
  link: { label: 'Link', name: 'Link', before: '[', after: '](https://)' },
} as const

/** Buttons above a text, alt text for a chosen picture, and whether there are unsaved changes. */
export function editTexts(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-texts]')
  if (!form) return
  for (const part of form.querySelectorAll<HTMLElement>('[data-marks]')) addButtons(part)
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.name.endsWith('.address')) describePicture(target)
  })
  showUnsaved(form)
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

/** Formats the selection; a link's address is selected next, to be typed over. */
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

/** Describes the picture with the library's alt text, unless there's one already. */
function describePicture(select: HTMLSelectElement): void {
  const words = select.closest('.entry')?.querySelector<HTMLInputElement>('input[name$=".text"]')
  const chosen = select.selectedOptions[0]
  if (words && words.value === '' && chosen && chosen.value !== '') words.value = chosen.text
}

/** The question about unsaved changes is the same on every screen. */
function showUnsaved(form: HTMLFormElement): void {
  const status = form.querySelector('[data-changes]')
  const show = () => {
    if (status) status.textContent = isDirty(form) ? 'Not saved' : 'No changes'
  }
  form.addEventListener('input', show)
  form.addEventListener('change', show)
  show()
}
