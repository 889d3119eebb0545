/** An answer of the shop, or undefined when there was none: offline, cut off, late, or not JSON. */
export type Answer = { status: number; body: unknown }

export type PostOptions = {
  headers?: Record<string, string>
  /** Without one the browser decides when to give up. */
  timeoutMs?: number
  send?: typeof fetch | undefined
}

/** The one way to call a function of the shop. */
export async function postJson(
  path: string,
  content: unknown,
  { headers, timeoutMs, send = fetch }: PostOptions = {},
): Promise<Answer | undefined> {
  try {
    const response = await send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(content),
      signal: timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: await response.json() }
  } catch {
    // What the caller can do about it is the same for all of them.
    return undefined
  }
}
