/** Undefined if it isn't JSON; the caller checks the shape anyway. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
