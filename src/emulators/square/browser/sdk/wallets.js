import { findTarget } from './card.js'
import {
  InvalidPaymentRequestError,
  PaymentMethodAlreadyAttachedError,
  PaymentMethodAlreadyDestroyedError,
  PaymentMethodNotAttachedError,
  PaymentMethodUnsupportedError,
} from './errors.js'
import { createFrame } from './frame-connection.js'
import { addHostStylesheet } from './host-stylesheet.js'
import { ORIGINS } from './origins.js'
import { PaymentRequest } from './payment-request.js'

const SHEET_TOP = '2147483646'

class Wallet {
  #method
  #request
  #folder
  #isDestroyed = false

  /**
   * @param {string} method
   * @param {unknown} request
   * @param {string} [folder] the payment sheet's base URL; by default, this script's
   */
  constructor(method, request, folder) {
    this.#folder = folder
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

  /** Shows the wallet's sheet over the page until the buyer has chosen. */
  async tokenize() {
    this.checkAlive()
    const { total, currencyCode } = this.#request.options
    const frame = createFrame({
      page: 'wallet-sheet.html',
      name: 'wallet-sheet',
      title: this.#method,
      className: 'sq-wallet-sheet',
      ...(this.#folder && { folder: this.#folder }),
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

/**
 * Loads Google's script and checks that this browser can pay.
 * @param {unknown} request
 */
export async function openGooglePay(request) {
  const script = document.createElement('script')
  script.src = `${ORIGINS.googlePay}/gp/p/js/pay.js`
  const loaded = new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', reject)
  })
  document.head.append(script)
  try {
    await loaded
    const client = new window.google.payments.api.PaymentsClient({ images: ORIGINS.googleImages })
    const { result } = await client.isReadyToPay()
    if (result) return new GooglePay(request, client)
  } catch {
    script.remove()
  }
  throw new PaymentMethodUnsupportedError('Google Pay is not supported in this browser.')
}

export class GooglePay extends Wallet {
  /** @type {HTMLElement | undefined} */
  #target
  #client

  /**
   * @param {unknown} request
   * @param {{ createButton: (options: object) => HTMLElement }} client
   */
  constructor(request, client) {
    super('Google Pay', request, `${ORIGINS.googlePay}/gp`)
    this.#client = client
  }

  /**
   * @param {string | HTMLElement} selectorOrElement
   * @param {{ buttonColor?: string, buttonSizeMode?: string, buttonRadius?: number }} [options]
   */
  async attach(selectorOrElement, { buttonColor = 'default', buttonSizeMode = 'static', buttonRadius = 4 } = {}) {
    this.checkAlive()
    if (this.#target) throw new PaymentMethodAlreadyAttachedError('Google Pay is already attached.')
    this.#target = findTarget(selectorOrElement)
    const button = this.#client.createButton({ buttonColor, buttonSizeMode, buttonRadius })
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
