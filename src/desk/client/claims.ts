import { findClaims } from '#domain/claims.ts'

const PAUSE_MS = 250

/** Says under a text, while it is being written, what a cosmetic may not claim. */
export function watchClaims(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-claims]')) {
    const list = document.getElementById(`${field.id}-claims`)
    if (!list) continue
    let timer: ReturnType<typeof setTimeout> | undefined
    field.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(() => list.replaceChildren(...findClaims(field.value).map(toItem)), PAUSE_MS)
    })
  }
}

function toItem({ phrase, why, suggestion }: ReturnType<typeof findClaims>[number]): HTMLLIElement {
  const item = document.createElement('li')
  const mark = document.createElement('mark')
  mark.textContent = phrase
  item.append(mark, ` ${why} ${suggestion}`)
  return item
}
