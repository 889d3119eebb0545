/**
 * Prepended to this script by the server.
 * @type {{ hasApplePay: boolean, fontPath: string, origins: {
 *   isLive: boolean, pci: string, api: string, telemetry: string, fonts: string[], googlePay: string,
 *   googleImages: string, threeDsMethod: string, bank: string
 * } }}
 */
export const { hasApplePay, origins: ORIGINS, fontPath: FONT_PATH } = SETTINGS

/** The origin of this script and of the card form. */
export const SDK_ORIGIN = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src).origin
