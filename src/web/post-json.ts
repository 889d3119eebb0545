/** A response of the shop, or undefined if there was none: offline, aborted, timed out, or not JSON. */
export type Answer = { status: number; body: unknown }

export type PostOptions = {
  headers?: Record<string, string>
  /** Without it, the browser's own timeout applies. */
  timeoutMs?: number
  send?: typeof fetch | undefined
}

/** The only way to call a function of the shop. */
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
    // The caller handles all of these the same way.
    return undefined
  }
}
