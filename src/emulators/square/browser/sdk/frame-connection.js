import { UnexpectedError } from './errors.js'
import { SDK_ORIGIN } from './origins.js'

/**
 * An iframe of the emulator, and the channel to it. Only messages from that window on that origin are handled, and
 * messages are sent only to that origin.
 * @param {{
 *   page: string, name: string, title: string, className: string, parameters: Record<string, string>, folder?: string
 * }} options `folder` is the page's base URL; by default, this script's.
 */
export function createFrame({ page, name, title, className, parameters, folder = `${SDK_ORIGIN}/v1` }) {
  const frameOrigin = new URL(folder).origin
  const iframe = document.createElement('iframe')
  const query = new URLSearchParams({ ...parameters, parentOrigin: window.location.origin })
  iframe.src = `${folder}/${page}?${query}`
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
    if (origin !== frameOrigin || source !== iframe.contentWindow || typeof data !== 'object' || !data) return
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
        iframe.contentWindow?.postMessage({ id, method, value }, frameOrigin)
      })
    },
    /**
     * Pending calls end with this error.
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
