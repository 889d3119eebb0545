/** What other parts of the shop may do with orders, inside their own transactions. */
export {
  findOrder,
  findOrderByCheckoutKey,
  findOrderByNumber,
  insertOrder,
  insertOrderLines,
  listOrderLines,
  lockOrder,
  moveOrder,
  type OrderRow,
  putBackStock,
  setOrderTotals,
  settleReserved,
  takeStock,
  updateOrder,
} from './orders.queries.ts'
export { canBePaid, settleBalance } from './balance.ts'
export {
  endBalanceRequest,
  findBalanceRequest,
  findOpenBalanceRequest,
  type WithdrawnBy,
} from './balance-requests.queries.ts'
export { putBackBalanceLines } from './item-changes.queries.ts'
export { arriveWithLast, recordProgress } from './package-progress.ts'
export { isRestRefunded } from './read-items.ts'
