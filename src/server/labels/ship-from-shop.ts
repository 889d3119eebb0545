import { shipFromOf } from '#domain/business/ship-from.ts'
import type { Business } from '#domain/business/shop-settings.ts'
import type { PostalAddress } from './carrier.ts'

/** The sender on labels: the business under Settings; undefined if its address isn't complete. */
export function shipFromShop({ name, phone, address }: Business): PostalAddress | undefined {
  const parts = shipFromOf(address)
  return parts && { name, ...parts, phone }
}
