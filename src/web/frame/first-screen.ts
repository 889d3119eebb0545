/**
 * Runs in the head. On a phone the home page shows one picture before it is scrolled; the others, which a browser would
 * load up to three screens ahead, wait for the visitor's first interaction. The styles are in frame.css. Refers to
 * nothing outside itself.
 */
export function awaitFirstMove(): void {
  const moved = () => {
    document.documentElement.dataset.moved = ''
  }
  for (const sign of ['scroll', 'pointerdown', 'keydown', 'focusin', 'beforeprint'])
    addEventListener(sign, moved, { once: true, capture: true, passive: true })
}
