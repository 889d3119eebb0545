import { answerCalls, ask, parameter, tell, UNREACHABLE } from './frame-channel.js'

const method = parameter('method')

/** @param {string} id */
function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id))
}

element('method').textContent = `${method} (emulated)`
element('total').textContent = `${parameter('label')}: ${parameter('amount')} ${parameter('currencyCode')}`

/** @param {boolean} isDeclined */
async function pay(isDeclined) {
  try {
    tell('chosen', await ask('wallet-tokens', { method, isDeclined }))
  } catch {
    // The page waits for the buyer to choose, with the sheet over everything until then.
    tell('chosen', { status: 'Error', errors: [UNREACHABLE] })
  }
}

element('pay').addEventListener('click', () => void pay(false))
element('decline').addEventListener('click', () => void pay(true))
element('cancel').addEventListener('click', () => tell('chosen', { status: 'Cancel' }))

answerCalls({})
element('pay').focus()
