import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * `fetch` from another address of this machine, taken from what the visitor claims to be: 10.1.2.3 really comes from
 * 127.1.2.3. A proxy that believed the claim would count each of them as someone else, and one that hides the real
 * address would count them as one.
 */
export const fetchFromAddress: typeof fetch = (input, init = {}) =>
  new Promise((resolve, reject) => {
    const headers = Object.fromEntries(new Headers(init.headers))
    const claimed = headers['x-forwarded-for']
    const request = https.request(
      input instanceof Request ? input.url : input,
      {
        method: init.method ?? 'GET',
        headers,
        agent: false,
        family: 4,
        ...(claimed && { localAddress: claimed.replace(/^\d+/, '127') }),
        ...(init.signal && { signal: init.signal }),
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('aborted', () => reject(new Error('the response broke off')))
        response.on('end', () =>
          resolve(
            new Response([204, 304].includes(response.statusCode ?? 0) ? null : Buffer.concat(chunks), {
              status: response.statusCode ?? 500,
              headers: response.headers as Record<string, string>,
            }),
          ),
        )
      },
    )
    request.on('error', reject)
    request.end(init.body as string | undefined)
  })

export type Reading = { count: number; failures: string[]; slowestMs: number }

/** Visitors who read pages nonstop until they are stopped. */
export function startReaders(address: string, paths: readonly string[], width: number) {
  const reading: Reading = { count: 0, failures: [], slowestMs: 0 }
  const state = { isOver: false }

  async function read(reader: number): Promise<void> {
    for (let page = reader; !state.isOver; page += 1) {
      const start = performance.now()
      const path = paths[page % paths.length] ?? '/'
      try {
        const response = await fetchFromAddress(address + path, {
          // Each page is another visitor, which the proxy sends to another process.
          headers: { 'x-forwarded-for': `10.200.${page % 250}.${reader + 1}` },
        })
        const text = await response.text()
        if (response.status !== 200 || !text.includes('</html>'))
          reading.failures.push(`${path}: ${response.status} ${text.slice(0, 60)}`)
      } catch (error) {
        reading.failures.push(`${path}: ${(error as Error).message}`)
      }
      reading.count += 1
      reading.slowestMs = Math.max(reading.slowestMs, performance.now() - start)
      await sleep(20)
    }
  }

  const readers = Promise.all(Array.from({ length: width }, (_, reader) => read(reader)))
  return {
    reading,
    async stop(): Promise<Reading> {
      state.isOver = true
      await readers
      return reading
    },
  }
}
