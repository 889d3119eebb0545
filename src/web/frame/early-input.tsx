import { useEffect } from 'react'
import { useScriptNonce } from './script-nonce.ts'

declare global {
  interface Window {
    replayEarlyInput?: () => Promise<void>
  }
}

/** Stands in the head: what is pressed or chosen before React has taken the page over would be lost otherwise. */
export function EarlyInputScript() {
  return (
    <script
      nonce={useScriptNonce()}
      // oxlint-disable-next-line react/no-danger -- our own function, as text
      dangerouslySetInnerHTML={{ __html: `(${keepEarlyInput.toString()})()` }}
      // The server's text of the function is the one that runs; the browser's bundle has it shortened.
      suppressHydrationWarning
    />
  )
}

/** To be called around the whole page: the effects of everything within it have run by then. */
export function useEarlyInput() {
  useEffect(() => {
    void window.replayEarlyInput?.()
    delete window.replayEarlyInput
  }, [])
}

/**
 * Keeps what only a script can answer: buttons, ticks and choices. Links and forms work by themselves. An element is
 * kept once, with its last choice: whoever presses a button again because nothing happens does not want two.
 * It runs long before the bundle is here, so it refers to nothing outside of itself.
 */
function keepEarlyInput() {
  const kept = new Map<HTMLElement, boolean | string>()

  function keep(event: Event) {
    if (!(event.target instanceof Element)) return
    const kind =
      event.type === 'change' ? 'select' : 'button[type="button"], input[type="checkbox"], input[type="radio"]'
    const element = event.target.closest<HTMLElement>(kind)
    if (!element) return
    // Taken out first: what was chosen last is chosen last again.
    kept.delete(element)
    if (element instanceof HTMLSelectElement) kept.set(element, element.value)
    else kept.set(element, element instanceof HTMLInputElement && element.checked)
    // React listens as soon as its code runs, and may hear of this press, too.
    event.stopPropagation()
    // A button that opens a dialog by itself would open the cart before its items are known.
    if (element instanceof HTMLButtonElement) event.preventDefault()
  }

  async function replay() {
    removeEventListener('click', keep, true)
    removeEventListener('change', keep, true)
    for (const [element, choice] of kept) {
      // What the last one changed is drawn before the next is pressed: a size, then the button that buys it.
      await Promise.resolve()
      if (element instanceof HTMLSelectElement) {
        element.value = String(choice)
        element.dispatchEvent(new Event('change', { bubbles: true }))
      } else {
        // React hears of a tick only where it sees a change.
        if (element instanceof HTMLInputElement) element.checked = !choice
        element.click()
      }
    }
  }

  addEventListener('click', keep, true)
  addEventListener('change', keep, true)
  window.replayEarlyInput = replay
}
