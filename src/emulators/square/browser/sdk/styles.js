import {
  InvalidInputStylePropertyError,
  InvalidInputStyleSelectorError,
  InvalidInputStyleValueError,
  InvalidStylesError,
} from './errors.js'

const TEXT = ['color']
const INPUT = ['backgroundColor', 'color', 'fontFamily', 'fontSize', 'fontWeight']
const CONTAINER_STATE = ['borderColor', 'borderWidth']

/** @type {Record<string, string[]>} */
const ALLOWED = {
  input: INPUT,
  'input.is-focus': INPUT,
  'input::placeholder': TEXT,
  'input.is-focus::placeholder': TEXT,
  'input.is-error': TEXT,
  'input.is-error::placeholder': TEXT,
  '.input-container': [...CONTAINER_STATE, 'borderRadius'],
  '.input-container.is-focus': CONTAINER_STATE,
  '.input-container.is-error': CONTAINER_STATE,
  '.message-text': TEXT,
  '.message-icon': TEXT,
  '.message-text.is-error': TEXT,
  '.message-icon.is-error': TEXT,
}

const LARGEST_FONT_PX = 16
const BASE_FONT_PX = 16
const LENGTHS = /^(0|\d+(\.\d+)?(px|em))(\s+(0|\d+(\.\d+)?(px|em))){0,3}$/

/**
 * Square accepts a few selectors with a few properties each and reports everything else at once.
 * @param {Record<string, unknown>} style
 */
export function checkStyles(style) {
  const errors = styleErrors(style)
  if (errors.length > 0) throw new InvalidStylesError('One or more styles are invalid.', errors)
}

/**
 * @param {Record<string, unknown>} style
 * @returns {Error[]}
 */
function styleErrors(style) {
  return Object.entries(style).flatMap(([selector, rules]) => {
    const properties = /** @type {Record<string, unknown>} */ (rules)
    if (selector.startsWith('@media')) return styleErrors(properties)
    const allowed = ALLOWED[selector]
    if (!allowed) return [new InvalidInputStyleSelectorError(`${selector} is not a valid selector.`)]
    return Object.entries(properties).flatMap(([property, value]) => {
      if (!allowed.includes(property)) {
        return [new InvalidInputStylePropertyError(`${property} is not a valid property of ${selector}.`)]
      }
      return isStyleValue(property, value)
        ? []
        : [new InvalidInputStyleValueError(`${String(value)} is not a valid value of ${property}.`)]
    })
  })
}

/**
 * @param {string} property
 * @param {unknown} value
 */
function isStyleValue(property, value) {
  if (typeof value !== 'string' || value === '' || /[;{}<>\\]|url\(/i.test(value)) return false
  if (property === 'borderWidth' || property === 'borderRadius') return LENGTHS.test(value)
  if (property === 'fontSize') {
    const match = /^(\d+(?:\.\d+)?)(px|em|rem)$/.exec(value)
    return match !== null && Number(match[1]) * (match[2] === 'px' ? 1 : BASE_FONT_PX) <= LARGEST_FONT_PX
  }
  return true
}
