/** Above anything a page is likely to use. */
const TOP = '2147483647'

/**
 * The bank's question, laid over the page as a child of its body.
 * @returns {Promise<'passed' | 'failed' | 'canceled'>}
 */
export function showChallenge() {
  const overlay = document.createElement('div')
  overlay.className = 'sq-challenge'
  overlay.setAttribute('role', 'dialog')
  overlay.setAttribute('aria-label', 'Verify your card')
  // Not left to the stylesheet: an overlay under the page would be a dead end.
  Object.assign(overlay.style, { position: 'fixed', inset: '0', zIndex: TOP, pointerEvents: 'auto' })

  const box = document.createElement('div')
  box.className = 'sq-challenge-box'
  const title = document.createElement('h2')
  title.textContent = 'Verify your card'
  const text = document.createElement('p')
  text.textContent = 'Your bank would ask for a code here. The emulator only asks which way it shall go.'
  box.append(title, text)
  overlay.append(box)

  return new Promise((resolve) => {
    /**
     * @param {string} label
     * @param {'passed' | 'failed' | 'canceled'} outcome
     */
    const addButton = (label, outcome) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = label
      button.addEventListener('click', () => {
        overlay.remove()
        resolve(outcome)
      })
      box.append(button)
      return button
    }
    const first = addButton('Complete challenge', 'passed')
    addButton('Fail challenge', 'failed')
    addButton('Cancel', 'canceled')
    document.body.append(overlay)
    first.focus()
  })
}
