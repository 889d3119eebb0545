import { createHmac } from 'node:crypto'
import { isSameSecret } from '#server/platform/http/same-secret.ts'

export type OrderLinks = ReturnType<typeof createOrderLinks>

const SIGNATURE_LENGTH = 22
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Links to an order's page: the signed order id. Anyone with the link may see the order. Links of the key before are
 * still taken, but no new ones are made with it.
 */
export function createOrderLinks(secretKey: string, oldKey?: string) {
  function sign(id: string, key: string): string {
    return createHmac('sha256', key).update(`order ${id}`).digest('base64url').slice(0, SIGNATURE_LENGTH)
  }

  function tokenFor(orderId: string, key = secretKey): string {
    return Buffer.from(orderId.replaceAll('-', ''), 'hex').toString('base64url') + sign(orderId, key)
  }

  return {
    tokenFor: (orderId: string): string => tokenFor(orderId),
    pathFor: (orderId: string): string => `/order/${tokenFor(orderId)}`,

    /** Undefined unless the signature is valid. */
    orderIdOf(token: string): string | undefined {
      const hex = Buffer.from(token.slice(0, -SIGNATURE_LENGTH), 'base64url').toString('hex')
      const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      if (!UUID.test(id)) return undefined
      const isOurs =
        isSameSecret(token, tokenFor(id)) || (oldKey !== undefined && isSameSecret(token, tokenFor(id, oldKey)))
      return isOurs ? id : undefined
    },
  }
}
