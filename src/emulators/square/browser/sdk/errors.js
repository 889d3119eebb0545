/** @typedef {{ type: string, message: string, field?: string }} SubError */

class SqError extends Error {
  /**
   * @param {string} message
   * @param {(SubError | Error)[]} [errors]
   */
  constructor(message, errors = []) {
    super(message)
    this.name = new.target.name
    this.errors = errors
  }
}

export class InvalidApplicationIdError extends SqError {}
export class ApplicationIdEnvironmentMismatchError extends SqError {}
export class BrowserNotSupportedError extends SqError {}
export class WebSdkEmbedError extends SqError {}
export class ElementNotFoundError extends SqError {}
export class InvalidElementTypeError extends SqError {}
export class InvalidElementPresentError extends SqError {}
export class InvalidOptionError extends SqError {}
export class InvalidEventListenerCallbackError extends SqError {}
export class InvalidPaymentRequestError extends SqError {}
export class InvalidPaymentRequestUpdateError extends SqError {}
export class InvalidCurrencyFormatError extends SqError {}
export class InvalidFieldNameError extends SqError {}
export class InvalidConfigurationPropertyError extends SqError {}
export class InvalidInputStyleSelectorError extends SqError {}
export class InvalidInputStylePropertyError extends SqError {}
export class InvalidInputStyleValueError extends SqError {}
export class InvalidStylesError extends SqError {}
export class PaymentMethodUnsupportedError extends SqError {}
export class PaymentMethodAlreadyAttachedError extends SqError {}
export class PaymentMethodNotAttachedError extends SqError {}
export class PaymentMethodAlreadyDestroyedError extends SqError {}
export class PlaidMissingNameError extends SqError {}
export class TokenizationError extends SqError {}
export class UnexpectedError extends SqError {}
export class VerifyBuyerError extends SqError {}

/** Errors that a page may compare with instanceof; all others are identified only by name. */
export const PUBLIC_ERRORS = {
  BrowserNotSupportedError,
  ElementNotFoundError,
  InvalidOptionError,
  InvalidEventListenerCallbackError,
  InvalidPaymentRequestError,
  InvalidPaymentRequestUpdateError,
  PaymentMethodUnsupportedError,
  PlaidMissingNameError,
  TokenizationError,
  UnexpectedError,
  VerifyBuyerError,
  WebSdkEmbedError,
}
