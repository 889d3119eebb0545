import {
  InvalidCurrencyFormatError,
  InvalidEventListenerCallbackError,
  InvalidPaymentRequestError,
  InvalidPaymentRequestUpdateError,
} from './errors.js'

/** What the wallets show: an amount and its breakdown. */
export class PaymentRequest {
  #options

  /** @param {any} options */
  constructor(options) {
    const missing = ['countryCode', 'currencyCode', 'total'].filter((name) => !options?.[name])
    if (missing.length > 0) throw new InvalidPaymentRequestError(`Missing: ${missing.join(', ')}.`)
    checkAmounts(options)
    this.#options = options
  }

  get options() {
    return this.#options
  }

  /** @param {any} options */
  update(options) {
    if (typeof options !== 'object' || options === null) {
      throw new InvalidPaymentRequestUpdateError('An update must be an object.')
    }
    checkAmounts(options)
    this.#options = { ...this.#options, ...options }
    return true
  }

  /**
   * Accepted but never called, because the emulator's sheets don't ask for an address.
   * @param {string} event
   * @param {unknown} callback
   */
  addEventListener(event, callback) {
    if (typeof callback !== 'function') throw new InvalidEventListenerCallbackError(`${event} needs a function.`)
  }
}

/** @param {any} options */
function checkAmounts({
  total,
  lineItems = [],
  taxLineItems = [],
  shippingLineItems = [],
  discounts = [],
  currencyCode,
}) {
  for (const item of [...(total ? [total] : []), ...lineItems, ...taxLineItems, ...shippingLineItems, ...discounts]) {
    if (typeof item.label !== 'string') throw new InvalidPaymentRequestError('Every item needs a label.')
    if (!/^\d+(\.\d{1,2})?$/.test(item.amount)) {
      throw new InvalidCurrencyFormatError(`${item.amount} is not a valid amount in ${currencyCode}.`)
    }
  }
}
