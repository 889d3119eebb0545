/**
 * The frame's end of the talk with the page. The page says in the address which origin it is; it is spoken to on that
 * origin only, so a page that lies hears nothing. Who may frame this at all is said by the server's headers.
 */
const parameters = new URLSearchParams(window.location.search)
const parentOrigin = parameters.get('parentOrigin') ?? ''

/** What is wrong when the emulator's server gives no answer, as tokenizing says it. */
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
 * A failure is an answer as well: whoever called waits for one.
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
