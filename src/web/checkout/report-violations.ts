const REPORT_PATH = '/csp-report/checkout'

/**
 * Tells the shop what the browser blocked while the checkout was open. The browser's own report does not say so: it
 * leaves out the fragment, which is the checkout's address. Returns a function that stops it.
 */
export function reportViolations(page: Document = document): () => void {
  function report(event: SecurityPolicyViolationEvent) {
    const body = {
      'csp-report': {
        'effective-directive': event.effectiveDirective,
        'blocked-uri': event.blockedURI,
        'document-uri': event.documentURI,
      },
    }
    // Best effort: a report must never be in the way of a payment.
    void fetch(REPORT_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body: JSON.stringify(body),
      keepalive: true,
    }).catch(() => undefined)
  }
  page.addEventListener('securitypolicyviolation', report)
  return () => page.removeEventListener('securitypolicyviolation', report)
}
