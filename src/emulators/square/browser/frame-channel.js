/**
 * The frame's end of the talk with the page. The page says in the address which origin it is; it is spoken to on that
 * origin only, so a page that lies hears nothing. Who may frame this at all is said by the server's headers.
 */
const parameters = new URLSearchParams(window.location.search)
const parentOrigin = parameters.get('parentOrigin') ?? ''

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
    if (!method) return
    void Promise.resolve(method(data.value)).then((result) =>
      window.parent.postMessage({ id: data.id, result }, parentOrigin),
    )
  })
  tell('ready')
}

/**
 * Asks the emulator's server.
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export async function ask(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}
