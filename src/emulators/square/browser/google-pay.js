/** The part of Google's script that Square's script uses. */
{
  const origin = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src).origin

  class PaymentsClient {
    #images

    /** @param {{ images: string }} options */
    constructor({ images }) {
      this.#images = images
    }

    async isReadyToPay() {
      const answer = await fetch(`${origin}/gp/ready`)
      return { result: answer.ok }
    }

    /** @param {{ buttonColor: string, buttonSizeMode: string, buttonRadius: number }} options */
    createButton({ buttonColor, buttonSizeMode, buttonRadius }) {
      // Like Google's script: a style element, and an image from another host.
      const style = document.createElement('style')
      style.textContent = `.sq-google-pay { background-image: url("${this.#images}/instantbuy/svg/gpay.svg") }`
      document.head.append(style)
      const button = document.createElement('button')
      button.type = 'button'
      button.className = `sq-google-pay sq-google-pay-${buttonColor === 'white' ? 'white' : 'black'}`
      button.setAttribute('aria-label', 'Buy with GPay')
      button.textContent = 'Google Pay'
      button.style.borderRadius = `${buttonRadius}px`
      if (buttonSizeMode === 'fill') button.style.width = '100%'
      return button
    }
  }

  window.google = { payments: { api: { PaymentsClient } } }
}
