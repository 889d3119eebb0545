import { ORDER_NUMBER_ALPHABET } from './order-number.ts'

/** A search at the desk, by the order field it applies to. */
export type OrderSearch = { field: 'number' | 'email' | 'name'; start: string }

const WITHOUT_PREFIX = new RegExp(`^[${ORDER_NUMBER_ALPHABET}]{8}-[${ORDER_NUMBER_ALPHABET}]{0,4}$`)

/** One box for everything: numbers, addresses and names can be told apart by their format. */
export function toOrderSearch(typed: string): OrderSearch | undefined {
  const start = typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
  if (start === '') return undefined
  const upper = start.toUpperCase()
  if (/^BLM(-|$)/.test(upper)) return { field: 'number', start: upper }
  if (WITHOUT_PREFIX.test(upper)) return { field: 'number', start: `BLM-${upper}` }
  const isAddress = /^\S+$/u.test(start) && /[@\d._+]/.test(start)
  return { field: isAddress ? 'email' : 'name', start }
}
