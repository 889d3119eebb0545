import { UnexpectedError } from './errors.js'
import { ORIGINS, SDK_ORIGIN } from './origins.js'

/**
 * Requests that the page itself makes before a payment method is ready, as Square's script does.
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
    // Handled below; only the console knows the reason.
  }
  throw new UnexpectedError('The payment method could not be set up.')
}

/** Telemetry: fire and forget. */
export function reportUse() {
  const address = `${ORIGINS.telemetry}/api/1/envelope/`
  void fetch(address, { method: 'POST', mode: 'no-cors', keepalive: true, body: '{}' }).catch(() => undefined)
}
