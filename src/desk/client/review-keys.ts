/** The reader's position, restored on the page after a decision. */
const PLACE = 'desk-review-place'

const UNDO = '[aria-keyshortcuts=u]'

/**
 * j and k move through the reviews; the other keys press the buttons of the current review. They work only while the
 * focus is in a review or on the undo offer, so that dictation or a stray key can't decide anything (WCAG 2.1.4).
 */
export function listenToReviewKeys(): void {
  if (!document.querySelector('[data-review]') && !document.querySelector(UNDO)) return
  goBackToPlace()
  document.addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof Element && event.target.matches('input:not([type=checkbox]), textarea, select')
    if (event.key === 'Escape') closeSheets()
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
    const act = KEYS[event.key]
    const at = position()
    // A key held down moves through the reviews; it must not decide one after the other.
    if (event.repeat && event.key !== 'j' && event.key !== 'k') return
    if (!act || (at < 0 && !document.activeElement?.matches(UNDO))) return
    event.preventDefault()
    act(cards(), at)
  })
  document.addEventListener('click', ({ target }) => {
    const card = target instanceof Element ? target.closest('[data-review]') : null
    if (card && target instanceof Element && target.closest('[data-redact]')) offerSelection(card)
  })
}

const KEYS: Record<string, (all: HTMLElement[], at: number) => void> = {
  j: (all, at) => focus(all[Math.min(at + 1, all.length - 1)]),
  k: (all, at) => focus(all[Math.max(at - 1, 0)]),
  p: onCard((card) => card.querySelector<HTMLFormElement>('form[action$="/publish"]')?.requestSubmit()),
  w: onCard((card) => openSheet(card, '[data-withhold]', 'input[type=radio]')),
  r: onCard((card) => openSheet(card, '[data-reply]', 'textarea')),
  u: (_all, at) => {
    const undo = document.querySelector<HTMLButtonElement>(UNDO)
    if (!undo) return
    sessionStorage.setItem(PLACE, String(Math.max(at, 0)))
    undo.click()
  },
}

function onCard(act: (card: HTMLElement) => void) {
  return (all: HTMLElement[], at: number): void => {
    const card = all[at]
    if (!card) return
    sessionStorage.setItem(PLACE, String(at))
    act(card)
  }
}

function cards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-review]')]
}

/** -1 if none of them has the focus. */
function position(): number {
  return cards().findIndex((card) => card.contains(document.activeElement))
}

function focus(element: HTMLElement | undefined): void {
  element?.focus()
  element?.scrollIntoView({ block: 'nearest' })
}

function openSheet(card: HTMLElement, sheet: string, field: string): void {
  const details = card.querySelector<HTMLDetailsElement>(sheet)
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

/** A decided review is gone, so the next one takes its place; after the last one, focus goes to undo. */
function goBackToPlace(): void {
  const place = sessionStorage.getItem(PLACE)
  sessionStorage.removeItem(PLACE)
  if (place === null) return
  const all = cards()
  focus(all[Math.min(Number(place), all.length - 1)] ?? document.querySelector<HTMLElement>(UNDO) ?? undefined)
}

/** Text selected in the review is filled in. */
function offerSelection(card: Element): void {
  const selection = getSelection()
  const text = selection?.toString().trim() ?? ''
  const field = card.querySelector<HTMLInputElement>('[data-redact] input[name=part]')
  const isInBody = selection?.anchorNode && card.querySelector('[data-body]')?.contains(selection.anchorNode)
  if (field && text !== '' && isInBody && field.value === '') field.value = text
}
