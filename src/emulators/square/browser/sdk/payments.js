import { Card } from './card.js'
import {
  ApplicationIdEnvironmentMismatchError,
  InvalidApplicationIdError,
  PaymentMethodUnsupportedError,
  PUBLIC_ERRORS,
  UnexpectedError,
  WebSdkEmbedError,
} from './errors.js'
import { createFrame } from './frame-connection.js'
import { hydrate, reportUse } from './hydrate.js'
import { hasApplePay, ORIGINS } from './origins.js'
import { PaymentRequest } from './payment-request.js'
import { ApplePay, openGooglePay } from './wallets.js'

const LOCALES = new Set(['en-US', 'en-CA', 'en-GB', 'en-AU', 'es-US', 'es-ES', 'fr-CA', 'fr-FR', 'ja-JP', 'ca-ES'])

/** @param {string} name */
async function unsupported(name) {
  throw new PaymentMethodUnsupportedError(`${name} is not supported by the emulator.`)
}

class Payments {
  #applicationId
  #locale = LOCALES.has(navigator.language) ? navigator.language : 'en-US'

  /** @param {string} applicationId */
  constructor(applicationId) {
    this.#applicationId = applicationId
  }

  /** @param {unknown} [options] */
  async card(options) {
    const card = new Card(this.#applicationId, options)
    await hydrate(this.#applicationId)
    return card
  }

  /** @param {unknown} options */
  paymentRequest(options) {
    return new PaymentRequest(options)
  }

  /** @param {unknown} request */
  async googlePay(request) {
    return openGooglePay(request)
  }

  /** @param {unknown} request */
  async applePay(request) {
    if (!hasApplePay) throw new PaymentMethodUnsupportedError('Apple Pay is not supported in this browser.')
    return new ApplePay(request)
  }

  ach() {
    return unsupported('ACH')
  }

  giftCard() {
    return unsupported('Gift card')
  }

  afterpayClearpay() {
    return unsupported('Afterpay')
  }

  cashAppPay() {
    return unsupported('Cash App Pay')
  }

  /** @param {string} locale */
  async setLocale(locale) {
    const previousLocale = this.#locale
    if (LOCALES.has(locale)) this.#locale = locale
    return { previousLocale, newLocale: this.#locale }
  }

  /**
   * Deprecated by Square in favor of the details passed to tokenize, but still there.
   * @param {string} source
   * @param {unknown} details
   */
  async verifyBuyer(source, details) {
    const frame = createFrame({
      page: 'card-frame.html',
      name: 'verify-buyer',
      title: 'Verify buyer',
      className: 'sq-verify-buyer',
      parameters: { applicationId: this.#applicationId },
    })
    frame.iframe.hidden = true
    document.body.append(frame.iframe)
    await frame.ready
    try {
      return await frame.call('verifyBuyer', { source, details })
    } finally {
      frame.close(() => new UnexpectedError('verifyBuyer was interrupted.'))
    }
  }
}

/**
 * @param {unknown} applicationId
 * @param {string} [_locationId]
 */
function payments(applicationId, _locationId) {
  if (!window.isSecureContext) throw new WebSdkEmbedError('The Web Payments SDK needs a secure context.')
  if (typeof applicationId !== 'string' || !/^(sandbox-sq0idb-|sq0idp-)./.test(applicationId)) {
    throw new InvalidApplicationIdError('The Application ID is not valid.')
  }
  if (applicationId.startsWith('sq0idp-') !== ORIGINS.isLive) {
    throw new ApplicationIdEnvironmentMismatchError('The Application ID is of the other environment.')
  }
  reportUse()
  return new Payments(applicationId)
}

window.Square = { payments, errors: PUBLIC_ERRORS }
