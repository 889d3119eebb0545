/**
 * Runs in the head. A page works before its scripts run, so they are loaded once it is painted, including its main
 * pictures, or on the visitor's first interaction: until then the bandwidth is for what can be seen. The server leaves
 * them in the page as text; see scripts-last.ts. Refers to nothing outside itself.
 */
export function startScripts(): void {
  /** A slow picture doesn't delay them. */
  const LONGEST_WAIT_MS = 4000
  const controller = new AbortController()
  let isWanted = false

  function start(): void {
    isWanted = true
    // Interactions before that are only recorded.
    if (document.readyState === 'loading' || controller.signal.aborted) return
    controller.abort()
    const waiting = document.querySelector<HTMLScriptElement>('script[data-files]')
    if (!waiting) return
    // All at once, before the module requests them one after the other.
    for (const href of waiting.dataset.files?.split(' ') ?? []) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = waiting.textContent
    waiting.replaceWith(script)
  }

  // Not mouse moves: browsers report one if the pointer merely rests over a new page.
  for (const sign of ['pointerdown', 'keydown', 'focusin', 'scroll'])
    addEventListener(sign, start, { capture: true, passive: true, signal: controller.signal })

  async function startWhenPainted(): Promise<void> {
    if (isWanted) return start()
    setTimeout(start, LONGEST_WAIT_MS)
    const pictures = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')
    await Promise.allSettled(Array.from(pictures, (picture) => picture.decode()))
    // After the next frame.
    requestAnimationFrame(() => setTimeout(start))
  }
  document.addEventListener('DOMContentLoaded', () => void startWhenPainted())
}
