import { UnexpectedError } from './errors.js'
import { ORIGINS, SDK_ORIGIN } from './origins.js'

/**
 * What the page itself asks before a payment method is there. The real script, too, is told about the seller this way.
 * @param {string} applicationId
 */
export async function hydrate(applicationId) {
  const query = new URLSearchParams({ applicationId, hostname: window.location.hostname })
  try {
    const answers = await Promise.all([
      fetch(`${SDK_ORIGIN}/v1/config.json`),
      fetch(`${ORIGINS.pci}/v1/hydrate?${query}`),
    ])
    if (answers.every(({ ok }) => ok)) return
  } catch {
    // Said below: the reason is in the console only.
  }
  throw new UnexpectedError('The payment method could not be set up.')
}

/** Errors are reported to somebody else, and nothing waits for it. */
export function reportUse() {
  const address = `${ORIGINS.telemetry}/api/1/envelope/`
  void fetch(address, { method: 'POST', mode: 'no-cors', keepalive: true, body: '{}' }).catch(() => undefined)
}
