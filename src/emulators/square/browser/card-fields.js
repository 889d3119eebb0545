import { brandOf, groupDigits, isCardNumber, isExpired, lengthOf, readExpiry } from './card-numbers.js'

/**
 * What one field accepts and shows. Values are bare digits; only what is shown has spaces or a slash.
 * @typedef {object} FieldRule
 * @property {string} message
 * @property {(digits: string, number: string) => number} length How many digits it takes, given the card's number.
 * @property {(digits: string) => string} format
 * @property {(digits: string, number: string) => boolean} isValid
 * @property {(digits: string, number: string) => boolean} isPossible Whether more typing can still make it valid.
 */

/** @type {Record<string, FieldRule>} */
export const FIELD_RULES = {
  cardNumber: {
    message: 'Enter a valid card number.',
    length: (digits) => lengthOf(brandOf(digits)),
    format: groupDigits,
    isValid: isCardNumber,
    isPossible: (digits) => digits.length < lengthOf(brandOf(digits)) || isCardNumber(digits),
  },
  expirationDate: {
    message: 'Enter a valid expiration date.',
    length: () => 4,
    format: (digits) => (digits.length < 2 ? digits : `${digits.slice(0, 2)}/${digits.slice(2)}`),
    isValid: (digits) => isGoodExpiry(digits),
    isPossible: (digits) => (digits.length < 4 ? Number(digits.slice(0, 2)) <= 12 : isGoodExpiry(digits)),
  },
  cvv: {
    message: 'Enter a valid CVV.',
    length: (_digits, number) => brandOf(number).cvvLength,
    format: (digits) => digits,
    isValid: (digits, number) => digits.length === brandOf(number).cvvLength,
    isPossible: () => true,
  },
  postalCode: {
    message: 'Enter a valid ZIP code.',
    length: () => 5,
    format: (digits) => digits,
    isValid: (digits, number) => !brandOf(number).hasPostalCode || digits.length === 5,
    isPossible: () => true,
  },
}

/** @param {string} digits */
function isGoodExpiry(digits) {
  const expiry = readExpiry(digits)
  return expiry !== undefined && !isExpired(expiry, new Date())
}

/**
 * The digits of what was typed or pasted; 4 as a month can only be April, and 12/2030 pasted means 12/30.
 * @param {string} name
 * @param {string} typed
 */
export function digitsOf(name, typed) {
  const digits = typed.replaceAll(/\D/g, '')
  if (name !== 'expirationDate') return digits
  const full = /^\s*(\d{1,2})\s*[/-]\s*20(\d\d)\s*$/.exec(typed)
  if (full) return `${full[1]?.padStart(2, '0')}${full[2]}`
  const month = /^\s*(\d)\s*\/|^([2-9])$/.exec(typed)
  return month ? `0${digits}` : digits
}
