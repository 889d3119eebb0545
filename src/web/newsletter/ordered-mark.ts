import { readLocal, writeLocal } from '#web/ui/local-memory.ts'

const ORDERED_KEY = 'bloomera-ordered'

/** Set once an order was placed in this browser, so that no discount on a first order is offered anymore. */
export function markOrdered(): void {
  writeLocal(ORDERED_KEY, 'yes')
  document.documentElement.dataset.ordered = ''
}

export function hasOrdered(): boolean {
  return readLocal(ORDERED_KEY) !== null
}

/**
 * Runs in the head, before anything is painted, so that the offer neither flashes nor shifts the page; the
 * styles are in frame.css. Refers to nothing outside itself.
 */
export function showReturningBuyer(): void {
  try {
    if (localStorage.getItem('bloomera-ordered') !== null) document.documentElement.dataset.ordered = ''
  } catch {
    // Storage is blocked, so every visitor counts as new.
  }
}
