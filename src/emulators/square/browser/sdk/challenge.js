import { ORIGINS } from './origins.js'

/** Above anything a page is likely to use. */
const TOP = '2147483647'
/** EMV 3-D Secure allows the method URL ten seconds, and then continues without it. */
const METHOD_DEADLINE_MS = 10_000

/**
 * Submits a form from this page into a third party's frame, as 3-D Secure requires, and waits until that frame has
 * returned to Square and sent a message.
 * @param {{ frame: HTMLIFrameElement, action: string, field: string, challenge: string, event: string }} options
 * @returns {Promise<void>}
 */
function postInto({ frame, action, field, challenge, event }) {
  return new Promise((resolve) => {
    /** @param {MessageEvent} message */
    function listen({ origin, source, data }) {
      if (origin !== ORIGINS.api || source !== frame.contentWindow) return
      if (data?.event !== event || data.id !== challenge) return
      window.removeEventListener('message', listen)
      resolve()
    }
    window.addEventListener('message', listen)
    const form = document.createElement('form')
    form.method = 'post'
    form.action = action
    form.target = frame.name
    form.hidden = true
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = field
    input.value = challenge
    form.append(input)
    document.body.append(form)
    form.submit()
    form.remove()
  })
}

/**
 * @param {string} name
 * @param {string} challenge
 */
function createNamedFrame(name, challenge) {
  const frame = document.createElement('iframe')
  frame.name = `${name}-${challenge}`
  frame.className = name
  return frame
}

/**
 * The hidden 3-D Secure method frame.
 * @param {string} challenge
 */
async function identifyBrowser(challenge) {
  const frame = createNamedFrame('sq-3ds-method', challenge)
  frame.title = '3-D Secure'
  frame.hidden = true
  document.body.append(frame)
  const done = postInto({
    frame,
    action: `${ORIGINS.threeDsMethod}/3ds/method`,
    field: 'threeDSMethodData',
    challenge,
    event: 'method',
  })
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, METHOD_DEADLINE_MS))])
  frame.remove()
}

/**
 * Shows the bank's challenge over the page, as a child of its body. Resolves when the bank is done or the buyer cancels.
 * @param {string} challenge
 * @returns {Promise<'answered' | 'canceled'>}
 */
export async function showChallenge(challenge) {
  await identifyBrowser(challenge)
  const overlay = document.createElement('div')
  overlay.className = 'sq-challenge'
  overlay.setAttribute('role', 'dialog')
  overlay.setAttribute('aria-label', 'Verify your card')
  // Not in the stylesheet: if it failed to load, the overlay would be hidden below the page.
  Object.assign(overlay.style, { position: 'fixed', inset: '0', zIndex: TOP, pointerEvents: 'auto' })
  const box = document.createElement('div')
  box.className = 'sq-challenge-box'
  const frame = createNamedFrame('sq-challenge-frame', challenge)
  frame.title = 'Your bank'
  const cancel = document.createElement('button')
  cancel.type = 'button'
  cancel.textContent = 'Cancel'
  box.append(frame, cancel)
  overlay.append(box)
  document.body.append(overlay)
  cancel.focus()

  const canceled = new Promise((resolve) => cancel.addEventListener('click', () => resolve('canceled')))
  const answered = postInto({
    frame,
    action: `${ORIGINS.bank}/3ds/challenge`,
    field: 'creq',
    challenge,
    event: 'challenge',
  }).then(() => 'answered')
  try {
    return /** @type {'answered' | 'canceled'} */ (await Promise.race([canceled, answered]))
  } finally {
    overlay.remove()
  }
}
