/** Undefined if it is not JSON; who asks checks the shape anyway. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
