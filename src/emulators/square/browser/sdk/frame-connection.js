import { UnexpectedError } from './errors.js'

/** Where this script came from; the card form and the sheets come from there, too. */
export const EMULATOR_ORIGIN = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src).origin

/**
 * An iframe of the emulator, and the talk with it. Only that window on that origin is listened to, and it is only
 * spoken to on that origin.
 * @param {{ page: string, name: string, title: string, className: string, parameters: Record<string, string> }} options
 */
export function createFrame({ page, name, title, className, parameters }) {
  const iframe = document.createElement('iframe')
  const query = new URLSearchParams({ ...parameters, parentOrigin: window.location.origin })
  iframe.src = `${EMULATOR_ORIGIN}/v1/${page}?${query}`
  iframe.name = name
  iframe.title = title
  iframe.className = className

  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map()
  /** @type {(event: string, value: any) => void} */
  let onEvent = () => {}
  let calls = 0
  let isReady = () => {}
  const ready = new Promise((resolve) => {
    isReady = () => resolve(undefined)
  })

  /** @param {MessageEvent} message */
  function listen({ origin, source, data }) {
    if (origin !== EMULATOR_ORIGIN || source !== iframe.contentWindow || typeof data !== 'object' || !data) return
    if (data.event === 'ready') isReady()
    else if (data.event) onEvent(data.event, data.value)
    else {
      const call = waiting.get(data.id)
      waiting.delete(data.id)
      if (data.error === undefined) call?.resolve(data.result)
      else call?.reject(new UnexpectedError(String(data.error)))
    }
  }
  window.addEventListener('message', listen)

  return {
    iframe,
    ready,
    /** @param {(event: string, value: any) => void} listener */
    setListener(listener) {
      onEvent = listener
    },
    /**
     * @param {string} method
     * @param {unknown} [value]
     * @returns {Promise<any>}
     */
    call(method, value) {
      calls += 1
      const id = calls
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        iframe.contentWindow?.postMessage({ id, method, value }, EMULATOR_ORIGIN)
      })
    },
    /**
     * What is still waited for ends with this error.
     * @param {() => Error} error
     */
    close(error) {
      window.removeEventListener('message', listen)
      for (const { reject } of waiting.values()) reject(error())
      waiting.clear()
      iframe.remove()
    },
  }
}
