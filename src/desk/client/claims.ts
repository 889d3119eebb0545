import { findClaims } from '#domain/catalogue/claims.ts'

const PAUSE_MS = 250
const FIELDS = '[data-claims]'

/** Warns under a text, while it is being written, about claims that a cosmetic may not make. */
export function watchClaims(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // On the document: parts of a page are replaced while it is open.
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof Element) || !target.matches(FIELDS)) return
    clearTimeout(timer)
    timer = setTimeout(checkAll, PAUSE_MS)
  })
  // The user may have typed before this script loaded.
  checkAll()
}

function checkAll(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS))
    document.getElementById(`${field.id}-claims`)?.replaceChildren(...findClaims(field.value).map(toItem))
}

function toItem({ phrase, why, suggestion }: ReturnType<typeof findClaims>[number]): HTMLLIElement {
  const item = document.createElement('li')
  const mark = document.createElement('mark')
  mark.textContent = phrase
  item.append(mark, ` ${why} ${suggestion}`)
  return item
}
