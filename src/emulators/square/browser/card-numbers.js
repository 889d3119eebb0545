/** What a card number says about itself. Used by the form in the browser and again by the server, which trusts no client. */

/**
 * @typedef {object} Brand
 * @property {string} name As events name it.
 * @property {string} code As the API names it.
 * @property {RegExp} pattern How its numbers begin.
 * @property {number[]} groups How its digits are grouped.
 * @property {number} cvvLength
 * @property {boolean} hasPostalCode Issued mostly where banks check a ZIP.
 * @property {boolean} hasCheckDigit
 */

const FOUR_BY_FOUR = [4, 4, 4, 4]
const USUAL = { groups: FOUR_BY_FOUR, cvvLength: 3, hasPostalCode: true, hasCheckDigit: true }

/** @type {Brand} */
export const UNKNOWN_BRAND = { ...USUAL, name: 'unknown', code: 'OTHER_BRAND', pattern: /^/ }

/** @type {Brand[]} */
const BRANDS = [
  { ...USUAL, name: 'visa', code: 'VISA', pattern: /^4/ },
  { ...USUAL, name: 'mastercard', code: 'MASTERCARD', pattern: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/ },
  {
    ...USUAL,
    name: 'americanExpress',
    code: 'AMERICAN_EXPRESS',
    pattern: /^3[47]/,
    groups: [4, 6, 5],
    cvvLength: 4,
  },
  { ...USUAL, name: 'discover', code: 'DISCOVER', pattern: /^(6011|64[4-9]|65)/ },
  { ...USUAL, name: 'discoverDiners', code: 'DISCOVER_DINERS', pattern: /^3(0[0-5]|[689])/, groups: [4, 6, 4] },
  { ...USUAL, name: 'jcb', code: 'JCB', pattern: /^35(2[89]|[3-8])/, hasPostalCode: false },
  {
    ...USUAL,
    name: 'chinaUnionPay',
    code: 'CHINA_UNIONPAY',
    pattern: /^(62|81)/,
    hasPostalCode: false,
    hasCheckDigit: false,
  },
]

/**
 * @param {string} digits
 * @returns {Brand}
 */
export function brandOf(digits) {
  return BRANDS.find(({ pattern }) => pattern.test(digits)) ?? UNKNOWN_BRAND
}

/** @param {Brand} brand */
export function lengthOf(brand) {
  return brand.groups.reduce((sum, size) => sum + size, 0)
}

/**
 * Digits with a space after each group of the brand.
 * @param {string} digits
 */
export function groupDigits(digits) {
  const parts = []
  let from = 0
  for (const size of brandOf(digits).groups) {
    if (from >= digits.length) break
    parts.push(digits.slice(from, from + size))
    from += size
  }
  return parts.join(' ')
}

/** @param {string} digits */
export function isCardNumber(digits) {
  const brand = brandOf(digits)
  return (
    /^\d+$/.test(digits) && digits.length === lengthOf(brand) && (!brand.hasCheckDigit || hasGoodCheckDigit(digits))
  )
}

/** @param {string} digits */
function hasGoodCheckDigit(digits) {
  let sum = 0
  for (const [index, digit] of digits.split('').toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/**
 * The end of a year in two digits, read as Square does: this century.
 * @param {string} digits MMYY
 * @returns {{ month: number, year: number } | undefined}
 */
export function readExpiry(digits) {
  const month = Number(digits.slice(0, 2))
  if (digits.length !== 4 || month < 1 || month > 12) return undefined
  return { month, year: 2000 + Number(digits.slice(2)) }
}

/**
 * A card is valid until the end of its month.
 * @param {{ month: number, year: number }} expiry
 * @param {Date} today
 */
export function isExpired({ month, year }, today) {
  return year * 12 + month - 1 < today.getFullYear() * 12 + today.getMonth()
}
