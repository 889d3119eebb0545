import { findClaims } from '#domain/catalogue/claims.ts'

const PAUSE_MS = 250

/** Warns under a text, while it is being written, about claims that a cosmetic may not make. */
export function watchClaims(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-claims]')) {
    const list = document.getElementById(`${field.id}-claims`)
    if (!list) continue
    const check = () => list.replaceChildren(...findClaims(field.value).map(toItem))
    let timer: ReturnType<typeof setTimeout> | undefined
    field.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(check, PAUSE_MS)
    })
    // The user may have typed before this script loaded.
    check()
  }
}

function toItem({ phrase, why, suggestion }: ReturnType<typeof findClaims>[number]): HTMLLIElement {
  const item = document.createElement('li')
  const mark = document.createElement('mark')
  mark.textContent = phrase
  item.append(mark, ` ${why} ${suggestion}`)
  return item
}
