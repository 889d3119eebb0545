import { showChallenge } from './challenge.js'
import {
  ElementNotFoundError,
  InvalidConfigurationPropertyError,
  InvalidElementTypeError,
  InvalidFieldNameError,
  InvalidOptionError,
  PaymentMethodAlreadyAttachedError,
  PaymentMethodAlreadyDestroyedError,
  PaymentMethodNotAttachedError,
  TokenizationError,
} from './errors.js'
import { createFrame } from './frame-connection.js'
import { addHostStylesheet } from './host-stylesheet.js'
import { checkStyles } from './styles.js'

const OPTIONS = new Set(['style', 'postalCode', 'includeInputLabels'])
const FIELDS = new Set(['cardNumber', 'expirationDate', 'cvv', 'postalCode'])
const EVENTS = new Set([
  'focusClassAdded',
  'focusClassRemoved',
  'errorClassAdded',
  'errorClassRemoved',
  'cardBrandChanged',
  'postalCodeChanged',
  'escape',
  'submit',
])

/**
 * The element a payment method goes into.
 * @param {string | HTMLElement} selectorOrElement
 * @returns {HTMLElement}
 */
export function findTarget(selectorOrElement) {
  const isSelector = typeof selectorOrElement === 'string'
  const element = isSelector ? document.querySelector(selectorOrElement) : selectorOrElement
  if (!(element instanceof HTMLElement)) {
    throw new ElementNotFoundError(`${isSelector ? selectorOrElement : 'The element'} was not found.`)
  }
  if (!['DIV', 'SPAN'].includes(element.tagName)) {
    throw new InvalidElementTypeError(`Expected a div or span element, not ${element.tagName.toLowerCase()}.`)
  }
  return element
}

/**
 * @param {any} options
 * @param {typeof InvalidOptionError | typeof InvalidConfigurationPropertyError} ErrorClass
 */
function checkOptions(options, ErrorClass) {
  for (const name of Object.keys(options)) {
    if (!OPTIONS.has(name)) throw new ErrorClass(`${name} is not a valid option.`)
  }
  if (options.postalCode !== undefined && typeof options.postalCode !== 'string') {
    throw new InvalidOptionError('postalCode must be a string.')
  }
  if (options.style) checkStyles(options.style)
}

export class Card {
  #applicationId
  #options
  /** @type {Map<string, Set<(event: any) => void>>} */
  #listeners = new Map()
  /** @type {ReturnType<typeof createFrame> | undefined} */
  #frame
  /** @type {HTMLElement | undefined} */
  #target
  /** @type {HTMLElement | undefined} */
  #message
  /** @type {((error: Error) => void) | undefined} */
  #giveUpAttaching
  #isAttached = false
  #isDestroyed = false

  /**
   * @param {string} applicationId
   * @param {any} [options]
   */
  constructor(applicationId, options = {}) {
    checkOptions(options, InvalidOptionError)
    this.#applicationId = applicationId
    this.#options = options
  }

  /** @param {string | HTMLElement} selectorOrElement */
  async attach(selectorOrElement) {
    this.#checkAlive()
    if (this.#frame) throw new PaymentMethodAlreadyAttachedError('Card is already attached.')
    const target = findTarget(selectorOrElement)
    addHostStylesheet()
    const frame = createFrame({
      page: 'card-frame.html',
      name: `single-card-${crypto.randomUUID()}`,
      title: 'Secure Credit Card Form',
      className: 'sq-card-component',
      parameters: { applicationId: this.#applicationId },
    })
    this.#frame = frame
    this.#target = target
    frame.setListener((event, value) => this.#hear(event, value))
    target.append(this.#createWrapper(frame.iframe))
    // A blocked frame never reports it: only detach or destroy end this wait, as far as is known about Square's.
    await Promise.race([
      frame.ready,
      new Promise((_resolve, reject) => {
        this.#giveUpAttaching = reject
      }),
    ])
    await frame.call('configure', this.#options)
    this.#isAttached = true
  }

  async detach() {
    this.#checkAlive()
    const wasAttached = this.#frame !== undefined
    this.#takeOff(() => new PaymentMethodNotAttachedError('Card was detached.'))
    return wasAttached
  }

  async destroy() {
    const wasAlive = !this.#isDestroyed
    this.#isDestroyed = true
    this.#takeOff(() => new PaymentMethodAlreadyDestroyedError('Card was destroyed.'))
    this.#listeners.clear()
    return wasAlive
  }

  /** @param {any} options */
  async configure(options) {
    const frame = this.#getFrame()
    checkOptions(options, InvalidConfigurationPropertyError)
    this.#options = { ...this.#options, ...options }
    await frame.call('configure', options)
  }

  /** @param {string} field */
  async focus(field) {
    return this.#callOnField('focus', field)
  }

  /** @param {string} field */
  async setError(field) {
    return this.#callOnField('setError', field)
  }

  async clear() {
    return this.#getFrame().call('clear')
  }

  recalculateSize() {
    void this.#getFrame().call('reportHeight')
  }

  /**
   * @param {string} type
   * @param {(event: any) => void} listener
   */
  addEventListener(type, listener) {
    this.#checkAlive()
    if (!EVENTS.has(type)) throw new InvalidOptionError(`${type} is not an event of the card.`)
    if (!this.#listeners.has(type)) this.#listeners.set(type, new Set())
    this.#listeners.get(type)?.add(listener)
  }

  /**
   * @param {string} type
   * @param {(event: any) => void} listener
   */
  removeEventListener(type, listener) {
    this.#checkAlive()
    this.#listeners.get(type)?.delete(listener)
  }

  /** @param {any} [verificationDetails] */
  async tokenize(verificationDetails) {
    const frame = this.#getFrame()
    if (verificationDetails !== undefined) checkVerificationDetails(verificationDetails)
    const result = await frame.call('tokenize', verificationDetails)
    if (result.isThrown) throw new TokenizationError('The card could not be tokenized.', result.errors)
    if (result.status !== 'Challenge') return result
    const outcome = await showChallenge(result.challenge)
    return outcome === 'canceled'
      ? { status: 'Cancel' }
      : frame.call('answerChallenge', { challenge: result.challenge })
  }

  /** @param {HTMLIFrameElement} iframe */
  #createWrapper(iframe) {
    const wrapper = document.createElement('div')
    wrapper.className = 'sq-card-wrapper'
    // Inline styles, like the real form's, which the page's policy must allow.
    wrapper.innerHTML = `<div class="sq-card-iframe-container" style="min-height: 50px"></div>
      <span class="sq-card-message sq-card-message-no-error" role="alert"></span>`
    wrapper.firstElementChild?.append(iframe)
    this.#message = /** @type {HTMLElement} */ (wrapper.lastElementChild)
    return wrapper
  }

  /**
   * @param {string} event
   * @param {any} value
   */
  #hear(event, value) {
    if (event === 'height' && this.#frame) this.#frame.iframe.style.height = `${Number(value)}px`
    else if (event === 'message') this.#showMessage(String(value))
    else if (EVENTS.has(event))
      for (const listener of this.#listeners.get(event) ?? []) listener({ type: event, detail: value })
  }

  /** @param {string} text */
  #showMessage(text) {
    if (!this.#message) return
    const isError = text !== ''
    this.#message.textContent = text
    this.#message.classList.toggle('sq-card-message-error', isError)
    this.#message.classList.toggle('sq-card-message-no-error', !isError)
    this.#message.classList.toggle('sq-visible', isError)
    const { style = {} } = this.#options
    const colorOf = (/** @type {string} */ part) =>
      (isError && style[`${part}.is-error`]?.color) || style[part]?.color || ''
    this.#message.style.color = colorOf('.message-text')
    this.#message.style.setProperty('--sq-message-icon', colorOf('.message-icon'))
  }

  /** @param {() => Error} error */
  #takeOff(error) {
    if (!this.#isAttached) this.#giveUpAttaching?.(error())
    this.#giveUpAttaching = undefined
    this.#frame?.close(error)
    this.#target?.replaceChildren()
    this.#frame = undefined
    this.#target = undefined
    this.#message = undefined
    this.#isAttached = false
  }

  #checkAlive() {
    if (this.#isDestroyed) throw new PaymentMethodAlreadyDestroyedError('Card is already destroyed.')
  }

  #getFrame() {
    this.#checkAlive()
    if (!this.#frame || !this.#isAttached) throw new PaymentMethodNotAttachedError('Card is not attached.')
    return this.#frame
  }

  /**
   * @param {string} method
   * @param {string} field
   */
  #callOnField(method, field) {
    const frame = this.#getFrame()
    if (!FIELDS.has(field)) throw new InvalidFieldNameError(`${field} is not a field of the card.`)
    return frame.call(method, field)
  }
}

/**
 * The real one fails on these without saying why; this one says which is missing.
 * @param {any} details
 */
function checkVerificationDetails(details) {
  const missing = ['intent', 'billingContact', 'customerInitiated', 'sellerKeyedIn'].filter(
    (name) => details[name] === undefined,
  )
  if (details.intent !== 'STORE') {
    if (typeof details.amount !== 'string' || !/^\d+(\.\d{1,2})?$/.test(details.amount)) missing.push('amount')
    if (!/^[A-Z]{3}$/.test(details.currencyCode)) missing.push('currencyCode')
  }
  if (missing.length === 0) return
  throw new TokenizationError(
    'The verification details are not valid.',
    missing.map((field) => ({
      type: 'INVALID_VERIFICATION_DETAILS',
      message: `${field} is missing or not valid.`,
      field,
    })),
  )
}
