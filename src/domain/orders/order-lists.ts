/** What the desk sorts orders into. */
export const ORDER_LISTS = ['to-pack', 'confirming', 'packed', 'shipped', 'given-back', 'not-taken', 'all'] as const
export type OrderList = (typeof ORDER_LISTS)[number]
