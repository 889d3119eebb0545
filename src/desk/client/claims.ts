import { findClaims } from '#domain/catalogue/claims.ts'

const PAUSE_MS = 250

/** Says under a text, while it is being written, what a cosmetic may not claim. */
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
    // Somebody may have begun to write before this script was there.
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
