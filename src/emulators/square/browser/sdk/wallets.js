import { findTarget } from './card.js'
import {
  InvalidPaymentRequestError,
  PaymentMethodAlreadyAttachedError,
  PaymentMethodAlreadyDestroyedError,
  PaymentMethodNotAttachedError,
} from './errors.js'
import { createFrame } from './frame-connection.js'
import { addHostStylesheet } from './host-stylesheet.js'
import { PaymentRequest } from './payment-request.js'

const SHEET_TOP = '2147483646'

class Wallet {
  #method
  #request
  #isDestroyed = false

  /**
   * @param {string} method
   * @param {unknown} request
   */
  constructor(method, request) {
    if (!(request instanceof PaymentRequest)) throw new InvalidPaymentRequestError('A payment request is needed.')
    this.#method = method
    this.#request = request
    addHostStylesheet()
  }

  addEventListener() {}
  removeEventListener() {}

  async destroy() {
    const wasAlive = !this.#isDestroyed
    this.#isDestroyed = true
    return wasAlive
  }

  checkAlive() {
    if (this.#isDestroyed) throw new PaymentMethodAlreadyDestroyedError(`${this.#method} is already destroyed.`)
  }

  /** Lays the wallet's sheet over the page until the buyer has chosen. */
  async tokenize() {
    this.checkAlive()
    const { total, currencyCode } = this.#request.options
    const frame = createFrame({
      page: 'wallet-sheet.html',
      name: 'wallet-sheet',
      title: this.#method,
      className: 'sq-wallet-sheet',
      parameters: { method: this.#method, amount: total.amount, label: total.label, currencyCode },
    })
    Object.assign(frame.iframe.style, { position: 'fixed', inset: '0', zIndex: SHEET_TOP, pointerEvents: 'auto' })
    const chosen = new Promise((resolve) => {
      frame.setListener((event, value) => event === 'chosen' && resolve(value))
    })
    document.body.append(frame.iframe)
    try {
      return await chosen
    } finally {
      frame.close(() => new PaymentMethodAlreadyDestroyedError(`${this.#method} was closed.`))
    }
  }
}

export class ApplePay extends Wallet {
  /** @param {unknown} request */
  constructor(request) {
    super('Apple Pay', request)
  }
}

export class GooglePay extends Wallet {
  /** @type {HTMLElement | undefined} */
  #target

  /** @param {unknown} request */
  constructor(request) {
    super('Google Pay', request)
  }

  /**
   * @param {string | HTMLElement} selectorOrElement
   * @param {{ buttonColor?: string, buttonSizeMode?: string, buttonRadius?: number }} [options]
   */
  async attach(selectorOrElement, { buttonColor = 'default', buttonSizeMode = 'static', buttonRadius = 4 } = {}) {
    this.checkAlive()
    if (this.#target) throw new PaymentMethodAlreadyAttachedError('Google Pay is already attached.')
    this.#target = findTarget(selectorOrElement)
    const button = document.createElement('button')
    button.type = 'button'
    button.className = `sq-google-pay sq-google-pay-${buttonColor === 'white' ? 'white' : 'black'}`
    button.setAttribute('aria-label', 'Buy with GPay')
    button.textContent = 'Google Pay'
    button.style.borderRadius = `${buttonRadius}px`
    if (buttonSizeMode === 'fill') button.style.width = '100%'
    this.#target.append(button)
  }

  async detach() {
    this.checkAlive()
    if (!this.#target) throw new PaymentMethodNotAttachedError('Google Pay is not attached.')
    this.#target.replaceChildren()
    this.#target = undefined
    return true
  }

  async destroy() {
    this.#target?.replaceChildren()
    this.#target = undefined
    return super.destroy()
  }
}
