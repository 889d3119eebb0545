/** Where the reader was, over the page that follows a decision. */
const PLACE = 'desk-review-place'

/** j and k walk through the reviews; the other keys press what the review at hand offers. */
export function listenToReviewKeys(): void {
  if (!document.querySelector('[data-review]') && !document.querySelector('form[data-undo]')) return
  goBackToPlace()
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
    if (event.key === 'Escape') closeSheets()
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
    const act = KEYS[event.key]
    if (!act) return
    event.preventDefault()
    act(cards(), position())
  })
  document.addEventListener('click', ({ target }) => {
    const card = target instanceof Element ? target.closest('[data-review]') : null
    if (card && target instanceof Element && target.closest('[data-redact]')) offerSelection(card)
  })
}

const KEYS: Record<string, (all: HTMLElement[], at: number) => void> = {
  j: (all, at) => focus(all[Math.min(at + 1, all.length - 1)]),
  k: (all, at) => focus(all[Math.max(at - 1, 0)]),
  p: (all, at) => {
    sessionStorage.setItem(PLACE, String(Math.max(at, 0)))
    all[Math.max(at, 0)]?.querySelector<HTMLFormElement>('form[action$="/publish"]')?.requestSubmit()
  },
  w: (all, at) => {
    sessionStorage.setItem(PLACE, String(Math.max(at, 0)))
    openSheet(all[Math.max(at, 0)], '[data-withhold]', 'input[type=radio]')
  },
  r: (all, at) => {
    sessionStorage.setItem(PLACE, String(Math.max(at, 0)))
    openSheet(all[Math.max(at, 0)], '[data-reply]', 'textarea')
  },
  u: () => document.querySelector<HTMLFormElement>('form[data-undo]')?.requestSubmit(),
}

function cards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-review]')]
}

/** -1 while nobody has begun to walk. */
function position(): number {
  return cards().findIndex((card) => card.contains(document.activeElement))
}

function focus(card: HTMLElement | undefined): void {
  card?.focus()
  card?.scrollIntoView({ block: 'nearest' })
}

function openSheet(card: HTMLElement | undefined, sheet: string, field: string): void {
  const details = card?.querySelector<HTMLDetailsElement>(sheet)
  if (!details) return
  details.open = true
  details.querySelector<HTMLElement>(field)?.focus()
}

function closeSheets(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>('[data-review] details[open]')) {
    details.open = false
    details.closest<HTMLElement>('[data-review]')?.focus()
  }
}

/** A decided review is gone, so the next one stands where it stood. */
function goBackToPlace(): void {
  const place = sessionStorage.getItem(PLACE)
  sessionStorage.removeItem(PLACE)
  if (place === null) return
  const all = cards()
  focus(all[Math.min(Number(place), all.length - 1)])
}

/** Words that are marked in the text need not be typed again. */
function offerSelection(card: Element): void {
  const selection = getSelection()
  const text = selection?.toString().trim() ?? ''
  const field = card.querySelector<HTMLInputElement>('[data-redact] input[name=part]')
  const isInBody = selection?.anchorNode && card.querySelector('[data-body]')?.contains(selection.anchorNode)
  if (field && text !== '' && isInBody && field.value === '') field.value = text
}
