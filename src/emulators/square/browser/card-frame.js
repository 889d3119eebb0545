import { applyStyles } from './applied-styles.js'
import { digitsOf, FIELD_RULES } from './card-fields.js'
import { brandOf, readExpiry } from './card-numbers.js'
import { answerCalls, ask, parameter, tell, UNREACHABLE } from './frame-channel.js'

/** @typedef {'cardNumber' | 'expirationDate' | 'cvv' | 'postalCode'} FieldName */

/** @type {FieldName[]} */
const NAMES = ['cardNumber', 'expirationDate', 'cvv', 'postalCode']

const form = /** @type {HTMLFormElement} */ (document.querySelector('.input-container'))
const brandIcon = /** @type {HTMLElement} */ (document.querySelector('.brand'))
const inputs = /** @type {Record<FieldName, HTMLInputElement>} */ (
  Object.fromEntries(NAMES.map((name) => [name, document.getElementById(name)]))
)
/** What is shown may differ from a field's rule, because the server can reject a field, too. @type {Map<FieldName, string>} */
const errors = new Map()
/** @type {Map<FieldName, object>} */
const lastStates = new Map()
let brandName = 'unknown'

/** @param {FieldName} name */
function valueOf(name) {
  return inputs[name].value.replaceAll(/\D/g, '')
}

/** @param {FieldName} name */
function isValid(name) {
  return FIELD_RULES[name]?.isValid(valueOf(name), valueOf('cardNumber')) ?? false
}

/**
 * @param {string} event
 * @param {FieldName} name
 */
function report(event, name) {
  const input = inputs[name]
  const currentState = {
    hasErrorClass: input.classList.contains('is-error'),
    hasFocusClass: input.classList.contains('is-focus'),
    isCompletelyValid: isValid(name),
    isEmpty: input.value === '',
    isPotentiallyValid: FIELD_RULES[name]?.isPossible(valueOf(name), valueOf('cardNumber')) ?? false,
  }
  const previousState = lastStates.get(name)
  lastStates.set(name, currentState)
  tell(event, {
    cardBrand: brandName,
    currentState,
    ...(previousState && { previousState }),
    eventType: event,
    field: name,
    postalCodeValue: inputs.postalCode.value,
  })
}

/**
 * @param {FieldName} name
 * @param {string | undefined} message
 */
function setError(name, message) {
  const had = errors.has(name)
  if (message === undefined) errors.delete(name)
  else errors.set(name, message)
  inputs[name].classList.toggle('is-error', message !== undefined)
  inputs[name].setAttribute('aria-invalid', String(message !== undefined))
  form.classList.toggle('is-error', errors.size > 0)
  const first = NAMES.find((field) => errors.has(field))
  tell('message', first ? errors.get(first) : '')
  if (had !== (message !== undefined)) report(had ? 'errorClassRemoved' : 'errorClassAdded', name)
}

/**
 * Shows the digits as the field formats them and keeps the cursor behind the same digit.
 * @param {FieldName} name
 * @param {string} digits
 */
function show(name, digits) {
  const input = inputs[name]
  const rule = FIELD_RULES[name]
  if (!rule) return
  const kept = digits.slice(0, rule.length(digits, valueOf('cardNumber')))
  const digitsBefore = digitsOf(name, input.value.slice(0, input.selectionStart ?? 0)).length
  const isAtEnd = input.selectionStart === input.value.length
  input.value = rule.format(kept)
  if (document.activeElement !== input) return
  let position = input.value.length
  if (!isAtEnd) {
    position = 0
    for (let seen = 0; position < input.value.length && seen < digitsBefore; position += 1) {
      if (/\d/.test(input.value[position] ?? '')) seen += 1
    }
  }
  input.setSelectionRange(position, position)
}

function showBrand() {
  const brand = brandOf(valueOf('cardNumber'))
  if (brand.name === brandName) return
  brandName = brand.name
  brandIcon.dataset.brand = brand.name
  inputs.postalCode.disabled = !brand.hasPostalCode
  report('cardBrandChanged', 'cardNumber')
}

/**
 * @param {FieldName} name
 * @param {Event & { inputType?: string }} event
 */
function handleInput(name, event) {
  const input = inputs[name]
  // Deleting the slash must delete the digit before it, or the slash would come back at once.
  const isSlashTaken = event.inputType === 'deleteContentBackward' && /^\d\d$/.test(input.value)
  const digits = digitsOf(name, input.value)
  show(name, name === 'expirationDate' && isSlashTaken ? digits.slice(0, 1) : digits)
  if (name === 'cardNumber') showBrand()
  if (errors.has(name)) setError(name, undefined)
  if (name === 'postalCode') report('postalCodeChanged', name)
  const isAtEnd = input.selectionStart === input.value.length
  const isFull = valueOf(name).length === FIELD_RULES[name]?.length(valueOf(name), valueOf('cardNumber'))
  if (isFull && isValid(name) && isAtEnd) {
    const next = NAMES.slice(NAMES.indexOf(name) + 1).find((field) => !inputs[field].disabled)
    if (next && inputs[next].value === '') inputs[next].focus()
  } else if (isFull && !isValid(name)) setError(name, FIELD_RULES[name]?.message)
}

for (const name of NAMES) {
  const input = inputs[name]
  input.addEventListener('input', (event) => handleInput(name, event))
  input.addEventListener('focus', () => {
    input.classList.add('is-focus')
    form.classList.add('is-focus')
    report('focusClassAdded', name)
  })
  input.addEventListener('blur', () => {
    input.classList.remove('is-focus')
    form.classList.remove('is-focus')
    report('focusClassRemoved', name)
    if (input.value !== '' && !isValid(name)) setError(name, FIELD_RULES[name]?.message)
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') report('escape', name)
    if (event.key === 'Enter') {
      event.preventDefault()
      report('submit', name)
    }
  })
}

/** @param {any} verification */
async function tokenize(verification) {
  for (const name of NAMES) setError(name, isValid(name) ? undefined : FIELD_RULES[name]?.message)
  if (errors.size > 0) {
    return {
      status: 'Invalid',
      errors: NAMES.filter((name) => errors.has(name)).map((field) => ({
        type: 'VALIDATION_ERROR',
        message: errors.get(field),
        field,
      })),
    }
  }
  const expiry = readExpiry(valueOf('expirationDate'))
  try {
    const result = await ask('tokens', {
      applicationId: parameter('applicationId'),
      card: {
        number: valueOf('cardNumber'),
        expMonth: expiry?.month,
        expYear: expiry?.year,
        cvv: valueOf('cvv'),
        postalCode: valueOf('postalCode'),
      },
      verification,
    })
    if (result.status === 'Invalid') for (const { field, message } of result.errors) setError(field, message)
    return result
  } catch {
    return { status: 'Error', errors: [UNREACHABLE] }
  }
}

function reportHeight() {
  tell('height', form.getBoundingClientRect().height)
}
new ResizeObserver(reportHeight).observe(form)

answerCalls({
  tokenize,
  reportHeight,
  configure({ style, postalCode }) {
    if (style) applyStyles(style)
    if (postalCode !== undefined) show('postalCode', digitsOf('postalCode', postalCode))
    return true
  },
  focus(name) {
    inputs[/** @type {FieldName} */ (name)].focus()
    return true
  },
  setError(name) {
    setError(name, FIELD_RULES[name]?.message)
    return true
  },
  clear() {
    for (const name of NAMES) {
      inputs[name].value = ''
      setError(name, undefined)
    }
    showBrand()
    return true
  },
  answerChallenge: ({ challenge }) => ask(`challenges/${challenge}`, {}),
  verifyBuyer: ({ source, details }) => ask('verifications', { source, details }),
})
