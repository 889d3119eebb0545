import { answerCalls, ask, parameter, tell } from './frame-channel.js'

const method = parameter('method')

/** @param {string} id */
function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id))
}

element('method').textContent = `${method} (emulated)`
element('total').textContent = `${parameter('label')}: ${parameter('amount')} ${parameter('currencyCode')}`

/** @param {boolean} isDeclined */
async function pay(isDeclined) {
  tell('chosen', await ask('wallet-tokens', { method, isDeclined }))
}

element('pay').addEventListener('click', () => void pay(false))
element('decline').addEventListener('click', () => void pay(true))
element('cancel').addEventListener('click', () => tell('chosen', { status: 'Cancel' }))

answerCalls({})
element('pay').focus()
