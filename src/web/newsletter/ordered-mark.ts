import { readLocal, writeLocal } from '#web/ui/local-memory.ts'

const ORDERED_KEY = 'bloomera-ordered'

/** Somebody has ordered in this browser, so nothing offers a discount on the first order anymore. */
export function markOrdered(): void {
  writeLocal(ORDERED_KEY, 'yes')
  document.documentElement.dataset.ordered = ''
}

export function hasOrdered(): boolean {
  return readLocal(ORDERED_KEY) !== null
}

/**
 * Runs in the head, before anything is painted, so that the offer neither flashes nor moves the page as it goes; the
 * styles are in frame.css. Refers to nothing outside itself.
 */
export function showReturningBuyer(): void {
  try {
    if (localStorage.getItem('bloomera-ordered') !== null) document.documentElement.dataset.ordered = ''
  } catch {
    // Storage is refused; everyone is new here.
  }
}
