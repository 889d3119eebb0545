export const CARRIERS = ['USPS', 'UPS', 'FedEx', 'DHL'] as const
export type Carrier = (typeof CARRIERS)[number]

export type ReadTracking = {
  /** As the carrier writes it: without spaces, and without what a barcode has around it. */
  number: string
  carrier: Carrier
  /** It has the carrier's format, but its check digit shows a typo. */
  isTypo: boolean
}

type Format = { carrier: Carrier; pattern: RegExp; isValid?: (number: string) => boolean }

/** Public formats of the carriers; the first one whose pattern fits. */
const FORMATS: readonly Format[] = [
  { carrier: 'UPS', pattern: /^1Z[\dA-Z]{15}\d$/, isValid: isUps },
  { carrier: 'USPS', pattern: /^[A-Z]{2}\d{9}US$/, isValid: isPostal },
  { carrier: 'FedEx', pattern: /^96\d{20}$/, isValid: (number) => isMod10(number.slice(-15)) },
  { carrier: 'USPS', pattern: /^9[1-5]\d{20}$|^91\d{24}$|^(?:[0-2]\d|7\d)\d{18}$/, isValid: isMod10 },
  { carrier: 'FedEx', pattern: /^\d{15}$/, isValid: isMod10 },
  { carrier: 'FedEx', pattern: /^\d{12}$/, isValid: isFedExExpress },
  { carrier: 'DHL', pattern: /^\d{10}$/, isValid: (number) => Number(number.slice(0, 9)) % 7 === digit(number, 9) },
  { carrier: 'DHL', pattern: /^(?:GM\d{16,20}|JJ?D\d{16,20})$/ },
]

/** Letters and digits only. USPS barcodes start with 420 and the zip code; FedEx barcodes end with the number. */
export function cleanTracking(typed: string): string {
  const bare = typed.toUpperCase().replaceAll(/[^\dA-Z]/g, '')
  const postal = /^420(?:\d{5}|\d{9})(9[1-5]\d{20})$/.exec(bare)?.[1]
  const express = /^96\d{20}(\d{12})$/.exec(bare)?.[1]
  return postal ?? express ?? bare
}

const MIN_LENGTH = 8
const MAX_LENGTH = 40
export const NOT_A_TRACKING_NUMBER = `Use ${MIN_LENGTH} to ${MAX_LENGTH} letters and digits.`

/** Returns true if it could be a tracking number, even of a carrier we don't know. */
export function isTrackingNumber(typed: string): boolean {
  const { length } = cleanTracking(typed)
  return /^[\dA-Z -]+$/i.test(typed) && /\d/.test(typed) && length >= MIN_LENGTH && length <= MAX_LENGTH
}

/** What is stored: the number as the carrier writes it, and the carrier that was typed or recognized. */
export function toTracking(typed: { number: string; carrier: string }): {
  carrier: string | null
  trackingNumber: string | null
} {
  const carrier = typed.carrier || null
  if (typed.number === '') return { carrier, trackingNumber: null }
  return {
    carrier: carrier ?? readTracking(typed.number)?.carrier ?? null,
    trackingNumber: cleanTracking(typed.number),
  }
}

/** Recognizes the carrier by the number; undefined if no format fits. */
export function readTracking(typed: string): ReadTracking | undefined {
  const number = cleanTracking(typed)
  const format = FORMATS.find(({ pattern }) => pattern.test(number))
  return format && { number, carrier: format.carrier, isTypo: format.isValid?.(number) === false }
}

/** A warning; the number can be sent anyway. */
export function typoNote(carrier: Carrier): string {
  return `Check it: ${carrier} numbers like this end in another digit.`
}

function digit(text: string, index: number): number {
  return Number(text[index])
}

/** GS1: from the right, every other digit counts three times. */
function isMod10(number: string): boolean {
  const sum = Array.from(number.slice(0, -1)).reduceRight(
    (total, value, index) => total + Number(value) * ((number.length - index) % 2 === 0 ? 3 : 1),
    0,
  )
  return (10 - (sum % 10)) % 10 === digit(number, number.length - 1)
}

/** Letters count as the last digit of their place in ASCII less 63; every second character counts twice. */
function isUps(number: string): boolean {
  const sum = Array.from(number.slice(2, -1)).reduce((total, character, index) => {
    const value = /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10
    return total + value * (index % 2 === 0 ? 1 : 2)
  }, 0)
  return (10 - (sum % 10)) % 10 === digit(number, number.length - 1)
}

const EXPRESS_WEIGHTS = [3, 1, 7]

function isFedExExpress(number: string): boolean {
  const sum = Array.from(number.slice(0, -1)).reduce(
    (total, value, index) => total + Number(value) * (EXPRESS_WEIGHTS[index % 3] ?? 0),
    0,
  )
  return (sum % 11) % 10 === digit(number, number.length - 1)
}

const POSTAL_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7]

/** S10 of the Universal Postal Union. */
function isPostal(number: string): boolean {
  const digits = number.slice(2, 11)
  const sum = POSTAL_WEIGHTS.reduce((total, weight, index) => total + weight * digit(digits, index), 0)
  const rest = 11 - (sum % 11)
  const check = rest === 10 ? 0 : rest === 11 ? 5 : rest
  return check === digit(digits, 8)
}
