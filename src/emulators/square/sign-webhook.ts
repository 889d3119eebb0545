import { createHmac } from 'node:crypto'

/** Square signs the address it is configured to call together with the bytes it sends. */
export function signWebhook(signatureKey: string, url: string, body: string): string {
  return createHmac('sha256', signatureKey).update(url).update(body).digest('base64')
}
