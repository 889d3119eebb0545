const loading = new Map<string, Promise<void>>()

/**
 * Loads the provider's script once per page. A failed load is forgotten together with its element, so that it can be
 * tried again; the provider's own loader keeps the failure for the life of the page.
 */
export function loadPaymentScript(url: string, page: Document = document): Promise<void> {
  const known = loading.get(url)
  if (known) return known
  const started = appendScript(url, page).catch((error: unknown) => {
    loading.delete(url)
    throw error
  })
  loading.set(url, started)
  return started
}

function appendScript(url: string, page: Document): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = page.createElement('script')
    script.src = url
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`${url} did not load`))
    })
    page.head.append(script)
  })
}
