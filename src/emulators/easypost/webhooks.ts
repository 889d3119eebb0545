import { createHmac } from 'node:crypto'
import type { Books } from './books.ts'
import { newId } from './ids.ts'
import type { Tracker } from './objects.ts'

const TIMEOUT_MS = 10_000

/** Notifies every webhook of a tracker once; the real one retries, and the shop polls anyway. Returns the statuses. */
export async function announce(books: Books, tracker: Tracker): Promise<number[]> {
  const body = JSON.stringify({
    id: newId('evt'),
    object: 'Event',
    mode: 'test',
    description: 'tracker.updated',
    status: 'pending',
    result: tracker,
  })
  return Promise.all(
    [...books.webhooks.values()].map(async ({ url, secret }) => {
      const signature = createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex')
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json', 'x-hmac-signature': `hmac-sha256-hex=${signature}` },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => undefined)
      await response?.body?.cancel()
      return response?.status ?? 0
    }),
  )
}
