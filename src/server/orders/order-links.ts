import { createHmac } from 'node:crypto'
import { isSameSecret } from '#server/platform/http/same-secret.ts'

export type OrderLinks = ReturnType<typeof createOrderLinks>

const SIGNATURE_LENGTH = 22
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Links to an order's page: the signed order id. Anyone with the link may see the order. */
export function createOrderLinks(secretKey: string) {
  function sign(id: string): string {
    return createHmac('sha256', secretKey).update(`order ${id}`).digest('base64url').slice(0, SIGNATURE_LENGTH)
  }

  function tokenFor(orderId: string): string {
    return Buffer.from(orderId.replaceAll('-', ''), 'hex').toString('base64url') + sign(orderId)
  }

  return {
    tokenFor,
    pathFor: (orderId: string): string => `/order/${tokenFor(orderId)}`,

    /** Undefined unless the signature is valid. */
    orderIdOf(token: string): string | undefined {
      const hex = Buffer.from(token.slice(0, -SIGNATURE_LENGTH), 'base64url').toString('hex')
      const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      return UUID.test(id) && isSameSecret(token, tokenFor(id)) ? id : undefined
    },
  }
}
