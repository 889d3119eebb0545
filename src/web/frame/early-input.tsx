import { useEffect } from 'react'
import { showReturningBuyer } from '#web/newsletter/ordered-mark.ts'
import { followProfile } from '#web/profile/show-profile.ts'
import { awaitFirstMove } from './first-screen.ts'
import { useScriptNonce } from './script-nonce.ts'
import { startScripts } from './start-scripts.ts'

declare global {
  interface Window {
    replayEarlyInput?: () => Promise<void>
  }
}

/** In the head, because clicks and choices made before hydration would be lost, and an offer would flash. */
export function EarlyInputScript() {
  return (
    <script
      nonce={useScriptNonce()}
      // oxlint-disable-next-line react/no-danger -- our own functions, as text
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? headScript() : '' }}
      // The server's source of the functions is what runs; the browser's bundle doesn't repeat them.
      suppressHydrationWarning
    />
  )
}

function headScript(): string {
  return [recordEarlyInput, startScripts, awaitFirstMove, showReturningBuyer, followProfile]
    .map((run) => `(${run.toString()})()`)
    .join(';')
}

/** Called at the root of the page: by then the effects of everything inside have run. */
export function useEarlyInput() {
  useEffect(() => {
    void window.replayEarlyInput?.()
    delete window.replayEarlyInput
  }, [])
}

/**
 * Records what only a script can handle: buttons, checkboxes and selects. Links, forms and popovers work without one. Each
 * element is recorded once, with its last value: a second press because nothing happened doesn't count twice. It runs
 * long before the bundle loads, so it refers to nothing outside itself.
 */
function recordEarlyInput() {
  const recorded = new Map<HTMLElement, boolean | string>()

  function record(event: Event) {
    if (!(event.target instanceof Element)) return
    const kind =
      event.type === 'change'
        ? 'select'
        : 'button[type="button"]:not([popovertarget]), input[type="checkbox"], input[type="radio"]'
    const element = event.target.closest<HTMLElement>(kind)
    if (!element) return
    // Deleted first, to move it to the end of the order.
    recorded.delete(element)
    if (element instanceof HTMLSelectElement) recorded.set(element, element.value)
    else recorded.set(element, element instanceof HTMLInputElement && element.checked)
    // React listens as soon as its code runs, and could see this event too.
    event.stopPropagation()
    // A button that opens a dialog by itself would open the cart before its items are known.
    if (element instanceof HTMLButtonElement) event.preventDefault()
  }

  async function replay() {
    removeEventListener('click', record, true)
    removeEventListener('change', record, true)
    for (const [element, choice] of recorded) {
      // Lets React re-render before the next event: a size, then the button that buys it.
      await Promise.resolve()
      if (element instanceof HTMLSelectElement) {
        element.value = String(choice)
        element.dispatchEvent(new Event('change', { bubbles: true }))
      } else {
        // React only notices a checkbox whose state changes.
        if (element instanceof HTMLInputElement) element.checked = !choice
        element.click()
      }
    }
    // What was typed into a field submits without a script, but suggestions have to be asked for.
    const field = document.activeElement
    if (field instanceof HTMLInputElement && field.role === 'combobox' && field.value) {
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }

  addEventListener('click', record, true)
  addEventListener('change', record, true)
  window.replayEarlyInput = replay
}
