import { randomUUID } from 'node:crypto'
import { signWebhook } from '#emulators/square/sign-webhook.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openPayingShop } from './paying-shop.ts'

const WEBHOOK = { url: 'https://bloomera.example/webhooks/square', key: 'a signature key' }

/** Square's signature of an event for this shop. */
export function signEvent(body: string): string {
  return signWebhook(WEBHOOK.key, WEBHOOK.url, body)
}

/** Each call is another event. */
export function eventAbout(id: unknown, type = 'payment'): string {
  return JSON.stringify({ event_id: randomUUID(), type: `${type}.updated`, data: { type, id } })
}

/** The paying shop with short timings, which is notified of payments only by the events that a test sends. */
export async function openWebhookShop(database: Database) {
  const shop = await openPayingShop(database, {
    PAYMENT_TIMINGS: 'fast',
    SQUARE_WEBHOOK_URL: WEBHOOK.url,
    SQUARE_WEBHOOK_SIGNATURE_KEY: WEBHOOK.key,
  })
  return {
    ...shop,
    /** Returns the status of the response. */
    async sendEvent(body: string, signature = signEvent(body)): Promise<number> {
      const headers = { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signature }
      return (await shop.app.request('/webhooks/square', { method: 'POST', body, headers })).status
    },
  }
}

export type WebhookShop = Awaited<ReturnType<typeof openWebhookShop>>
