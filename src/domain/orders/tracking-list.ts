import { plainName } from '../text/plain-name.ts'
import { cleanTracking, isTrackingNumber, readTracking } from './tracking-number.ts'

export type TrackedOrder = { id: string; number: string; firstName: string; lastName: string }

export type UnmatchedLine = { line: string; why: string }
export type MatchedTracking = { numbers: Map<string, string>; unmatched: UnmatchedLine[] }

/**
 * Matches pasted lines with orders: single numbers go to the orders in sequence, two spreadsheet columns are matched by
 * order number or customer name. Lines that name an order are matched first.
 */
export function matchTracking(pasted: string, orders: readonly TrackedOrder[]): MatchedTracking {
  const numbers = new Map<string, string>()
  const unmatched: UnmatchedLine[] = []
  const unnamed: string[] = []
  for (const line of pasted.split('\n').map((text) => text.trim())) {
    if (line === '') continue
    const columns = columnsOf(line)
    if (columns.length < 2) {
      unnamed.push(line)
      continue
    }
    const why = matchNamed(columns, orders, numbers)
    if (why) unmatched.push({ line, why })
  }
  const free = orders.filter(({ id }) => !numbers.has(id))
  for (const line of unnamed) {
    const [column = line] = columnsOf(line)
    if (!isTrackingNumber(column)) unmatched.push({ line, why: 'not a tracking number' })
    else {
      const order = free.shift()
      if (order) numbers.set(order.id, cleanTracking(column))
      else unmatched.push({ line, why: 'more numbers than orders' })
    }
  }
  return { numbers, unmatched }
}

/** Returns why the line was not matched. */
function matchNamed(
  columns: readonly string[],
  orders: readonly TrackedOrder[],
  numbers: Map<string, string>,
): string | undefined {
  const named = columns.findIndex((column) => findOrders(column, orders).length > 0)
  if (named < 0) return 'none of these orders'
  const found = findOrders(columns[named] ?? '', orders)
  const [order] = found
  if (!order || found.length > 1) return `${found.length} orders have this name; use the order number`
  const others = columns.filter((_, index) => index !== named).filter(isTrackingNumber)
  const number = others.find((column) => readTracking(column)) ?? others[0]
  if (number === undefined) return 'not a tracking number'
  if (numbers.has(order.id)) return 'this order is in the list twice'
  numbers.set(order.id, cleanTracking(number))
  return undefined
}

function findOrders(column: string, orders: readonly TrackedOrder[]): TrackedOrder[] {
  const number = bareNumber(column)
  const byNumber = orders.filter((order) => bareNumber(order.number) === number)
  if (byNumber.length > 0) return byNumber
  const name = plainName(column)
  return orders.filter(({ firstName, lastName }) =>
    [lastName, `${firstName} ${lastName}`, `${lastName} ${firstName}`].some((spelling) => plainName(spelling) === name),
  )
}

function bareNumber(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .replace(/^BLM/, '')
}

/** Split at tabs, semicolons or commas, as spreadsheets copy and export; quotes around a cell are dropped. */
function columnsOf(line: string): string[] {
  return line
    .split(/[\t;,]/)
    .map((column) => column.trim().replaceAll(/^"|"$/g, ''))
    .filter((column) => column !== '')
}
