import { fieldsOf, isChanged } from './field-changes.ts'

const SHOP_NAME = 'Bloomera'

/** Keeps the search result, the note about the old address and the count of changes in step with what is typed. */
export function previewSearchResult(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-editor]')
  if (!form) return
  const show = () => {
    showResult(form)
    showRedirect(form)
    showChanges(form)
  }
  form.addEventListener('input', show)
  form.addEventListener('change', show)
  show()
}

function typed(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value.trim() : ''
}

function showResult(form: HTMLFormElement): void {
  const preview = form.querySelector<HTMLElement>('[data-search-preview]')
  if (!preview) return
  const count = form.querySelectorAll('ol[data-reorder] > li').length
  const counted = (text: string) => text.replaceAll('{n}', String(count))
  const heading = typed(form, 'seoTitle') || typed(form, 'title') || typed(form, 'name')
  const title = counted(heading.includes(SHOP_NAME) ? heading : `${heading} | ${SHOP_NAME}`)
  const description = counted(typed(form, 'seoDescription') || typed(form, 'lead'))
  const texts: Record<string, string> = {
    title,
    description,
    slug: typed(form, 'slug'),
    lengths: `${title.length} of about 60 and ${description.length} of about 160 characters`,
  }
  for (const part of preview.querySelectorAll<HTMLElement>('[data-preview]'))
    part.textContent = texts[part.dataset.preview ?? ''] ?? ''
}

function showRedirect(form: HTMLFormElement): void {
  const note = form.querySelector<HTMLElement>('[data-redirect-from]')
  const slug = typed(form, 'slug')
  if (!note) return
  note.hidden = slug === '' || slug === note.dataset.redirectFrom
  const target = note.querySelector('[data-redirect-to]')
  if (target) target.textContent = `/${slug}`
}

function showChanges(form: HTMLFormElement): void {
  const status = form.querySelector<HTMLElement>('[data-changes]')
  if (!status) return
  const fields = fieldsOf(form)
  const places = fields.filter((field) => field.matches('.place'))
  const listed = Number(form.querySelector<HTMLElement>('[data-search-preview]')?.dataset.searchPreview)
  const isMoved = places.length !== listed || places.some(isChanged)
  const count = fields.filter((field) => !field.matches('.place') && isChanged(field)).length + (isMoved ? 1 : 0)
  const text = count === 0 ? 'No changes' : `${count} ${count === 1 ? 'change' : 'changes'}`
  if (status.textContent !== text) status.textContent = text
}
