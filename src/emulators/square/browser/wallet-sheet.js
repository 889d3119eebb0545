import { answerCalls, ask, parameter, tell } from './frame-channel.js'

const method = parameter('method')

/** @param {string} id */
function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id))
}

element('method').textContent = `${method} (emulated)`
element('total').textContent = `${parameter('label')}: ${parameter('amount')} ${parameter('currencyCode')}`
element('pay').addEventListener('click', async () => tell('chosen', await ask('wallet-tokens', { method })))
element('decline').addEventListener('click', async () =>
  tell('chosen', await ask('wallet-tokens', { method, isDeclined: true })),
)
element('cancel').addEventListener('click', () => tell('chosen', { status: 'Cancel' }))

answerCalls({})
element('pay').focus()
