/**
 * Put in front of this script by the server: where everything is that the script loads.
 * @type {{ hasApplePay: boolean, fontPath: string, origins: {
 *   isLive: boolean, pci: string, api: string, telemetry: string, fonts: string[], googlePay: string,
 *   googleImages: string, threeDsMethod: string, bank: string
 * } }}
 */
export const { hasApplePay, origins: ORIGINS, fontPath: FONT_PATH } = SETTINGS

/** Where this script came from; the card form comes from there, too. */
export const SDK_ORIGIN = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src).origin
