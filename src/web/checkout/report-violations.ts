const REPORT_PATH = '/csp-report/checkout'

/**
 * Reports policy violations while the checkout is open, both of the enforced and of the candidate policy. The browser's
 * own report cannot be attributed to the checkout, because it omits the URL fragment. Returns a function that stops it.
 */
export function reportViolations(page: Document = document): () => void {
  const reported = new Set<string>()

  function report(event: SecurityPolicyViolationEvent) {
    // Reopening the form repeats its violations; duplicates would only use up the rate limit.
    const key = [event.disposition, event.effectiveDirective, event.blockedURI].join(' ')
    if (reported.has(key)) return
    reported.add(key)
    const body = {
      'csp-report': {
        'effective-directive': event.effectiveDirective,
        'blocked-uri': event.blockedURI,
        'document-uri': event.documentURI,
        disposition: event.disposition,
      },
    }
    // Best effort: a report must never interfere with a payment.
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
