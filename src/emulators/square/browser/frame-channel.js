/**
 * The frame's end of the channel to the page. The page states its origin in the URL; messages are sent only to that
 * origin, so a page that lies receives nothing. The server's headers decide who may frame this at all.
 */
const parameters = new URLSearchParams(window.location.search)
const parentOrigin = parameters.get('parentOrigin') ?? ''

/** The tokenizing error if the emulator's server doesn't respond. */
export const UNREACHABLE = { type: 'UNKNOWN_ERROR', message: 'The emulator cannot be reached.' }

/** @param {string} name */
export function parameter(name) {
  return parameters.get(name) ?? ''
}

/**
 * @param {string} event
 * @param {unknown} [value]
 */
export function tell(event, value) {
  window.parent.postMessage({ event, value }, parentOrigin)
}

/** @param {Record<string, (value: any) => unknown>} methods */
export function answerCalls(methods) {
  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== parentOrigin || source !== window.parent || typeof data !== 'object' || !data) return
    const method = Object.hasOwn(methods, data.method) ? methods[data.method] : undefined
    if (method) void answer(data.id, () => method(data.value))
  })
  tell('ready')
}

/**
 * A failure is sent as a response as well, because the caller waits for one.
 * @param {number} id
 * @param {() => unknown} work
 */
async function answer(id, work) {
  try {
    window.parent.postMessage({ id, result: await work() }, parentOrigin)
  } catch (error) {
    window.parent.postMessage({ id, error: String(error) }, parentOrigin)
  }
}

/**
 * Calls the API whose base URL the server wrote into the page.
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export async function ask(path, body) {
  const response = await fetch(`${document.documentElement.dataset.server}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}
