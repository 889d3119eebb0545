/** Whether an order that was paid for has not left yet: until then it can be cancelled, and may be late. */
export function isStillHere(orderState: string): boolean {
  return orderState === 'paid' || orderState === 'packed'
}
