import { ORDER_NUMBER_ALPHABET } from './order-number.ts'
import { cleanTracking, isTrackingNumber } from './tracking-number.ts'

export type OrderSearchField =
  | 'number'
  | 'email'
  | 'zip'
  | 'phone'
  | 'tracking'
  | 'package'
  | 'code'
  | 'lastName'
  | 'firstName'
  | 'product'

/** One place to search for what was typed. */
export type OrderSearch = { field: OrderSearchField; start: string }

const NUMBER = new RegExp(`^[${ORDER_NUMBER_ALPHABET}]{1,12}$`)
const FIRST_GROUP = 8
/** Fewer characters of a number or a code would match too much. */
const MIN_PART = 4

/**
 * One box for everything. Returns where to look, most likely first: what was typed can mean several things, and an order
 * is found in the first place that has it.
 */
export function toOrderSearches(typed: string): OrderSearch[] {
  const text = typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  const upper = text.toUpperCase()
  if (/^BLM(-|$)/.test(upper)) return [{ field: 'number', start: upper }]
  if (text.includes('@')) return [{ field: 'email', start: text }]
  if (/^[\d\s().+-]+$/.test(text)) return digitSearches(text)
  return [
    ...(isNumberPart(upper) ? [{ field: 'number' as const, start: withPrefix(upper) }] : []),
    ...(isTrackingPart(text) ? [{ field: 'tracking' as const, start: cleanTracking(text) }] : []),
    ...(/^\S+$/u.test(text) && /[\d._+]/.test(text) ? [{ field: 'email' as const, start: text }] : []),
    { field: 'lastName', start: text },
    { field: 'firstName', start: text },
    ...(/^\S+$/u.test(text) && text.length >= MIN_PART ? [{ field: 'code' as const, start: text }] : []),
    ...productSearches(text),
    ...packageSearches(text),
  ]
}

function digitSearches(text: string): OrderSearch[] {
  const digits = text.replaceAll(/\D/g, '')
  const isZip = /^\d{3,5}$/.test(text) || /^\d{5}-\d{1,4}$/.test(text)
  return [
    ...(isZip ? [{ field: 'zip' as const, start: text }] : []),
    // From its end, so that it is found with or without area code and country code.
    ...(digits.length >= MIN_PART && digits.length <= 11 ? [{ field: 'phone' as const, start: reversed(digits) }] : []),
    ...(digits.length >= MIN_PART ? [{ field: 'tracking' as const, start: cleanTracking(text) }] : []),
    ...(isNumberPart(text) ? [{ field: 'number' as const, start: withPrefix(text) }] : []),
    ...(text === digits ? [{ field: 'email' as const, start: text }] : []),
    ...packageSearches(text),
  ]
}

/** An earlier package of an order, by its whole number: the beginning is the same for all packages of a shop. */
function packageSearches(text: string): OrderSearch[] {
  return isTrackingNumber(text) ? [{ field: 'package', start: cleanTracking(text) }] : []
}

/** “Face Oil 1oz” is the product Face Oil. */
function productSearches(text: string): OrderSearch[] {
  const name = text.replaceAll(/\b[124] ?oz\b/gi, '').trim()
  return name.length >= 3 ? [{ field: 'product', start: name }] : []
}

function isNumberPart(text: string): boolean {
  const bare = text.replaceAll('-', '')
  return !text.includes(' ') && bare.length >= MIN_PART && NUMBER.test(bare)
}

function withPrefix(text: string): string {
  const bare = text.replaceAll('-', '')
  const isLong = bare.length > FIRST_GROUP || text.endsWith('-')
  return `BLM-${bare.slice(0, FIRST_GROUP)}${isLong ? '-' : ''}${bare.slice(FIRST_GROUP)}`
}

function isTrackingPart(text: string): boolean {
  return /^[\dA-Z -]+$/i.test(text) && (text.match(/\d/g)?.length ?? 0) >= MIN_PART
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('')
}
