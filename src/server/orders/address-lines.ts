import type { OrderRow } from './orders.queries.ts'

/** As printed on the package. */
export function addressLines(
  order: Pick<OrderRow, 'firstName' | 'lastName' | 'line1' | 'line2' | 'city' | 'stateCode' | 'zip'>,
): string[] {
  return [
    `${order.firstName} ${order.lastName}`,
    order.line1,
    ...(order.line2 ? [order.line2] : []),
    `${order.city}, ${order.stateCode} ${order.zip}`,
    'United States',
  ]
}
