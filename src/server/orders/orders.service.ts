/** What other parts of the shop may do with orders, inside their own transactions. */
export {
  findOrder,
  findOrderByCheckoutKey,
  findOrderByNumber,
  findShortage,
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
} from './orders.queries.ts'
export { findMoveOf, settleBalance } from './balance.ts'
export { endBalanceRequest, findBalanceRequest, findOpenBalanceRequest } from './balance-requests.queries.ts'
export { isRestRefunded } from './read-items.ts'
