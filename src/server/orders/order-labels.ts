import type { Orm } from '#server/platform/db/database.ts'
import type { OrderLabel, PrintableLabel } from './orders.views.ts'

/** The label to print, by order: the newest one that was bought. */
export type PrintableLabels = (orderIds: readonly string[]) => Promise<ReadonlyMap<string, PrintableLabel>>

/**
 * The port through which orders read their labels. Labels depend on orders, not the other way around, so they pass this
 * in (labels/order-labels.ts).
 */
export interface OrderLabels {
  /** Returns true if labels can be bought at all. */
  isConnected(): Promise<boolean>
  /** Newest first. */
  listOf(tx: Orm, orderId: string): Promise<OrderLabel[]>
  printable(tx: Orm, orderIds: readonly string[]): ReturnType<PrintableLabels>
}

/** It's waiting for its package, so the package doesn't need another one. */
export function isOpenLabel({ state, isUsed }: Pick<OrderLabel, 'state' | 'isUsed'>): boolean {
  return state === 'buying' || (state === 'bought' && !isUsed)
}
