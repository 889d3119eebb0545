import { DeadlineError } from './deadline.ts'

/** Half a megabyte takes about ten seconds on slow 3G. */
const SCRIPT_DEADLINE_MS = 20_000

type Load = { tries: number; pending: Promise<void> | undefined; arrived: () => void }
const loads = new Map<string, Load>()

/**
 * Loads the provider's script; concurrent callers share one request. A load that failed or stalled can be tried again;
 * the provider's own loader keeps a failure for the life of the page.
 */
export function loadPaymentScript(url: string, page: Document = document): Promise<void> {
  const load = loads.get(url) ?? { tries: 0, pending: undefined, arrived: () => {} }
  loads.set(url, load)
  load.pending ??= appendScript(url, load, page).finally(() => {
    load.pending = undefined
  })
  return load.pending
}

function appendScript(url: string, load: Load, page: Document): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = page.createElement('script')
    script.src = load.tries === 0 ? url : retryUrl(url, load.tries)
    script.async = true
    load.tries += 1
    load.arrived = resolve
    const timer = setTimeout(() => reject(new DeadlineError(`${url} stalled`)), SCRIPT_DEADLINE_MS)
    script.addEventListener('load', () => {
      clearTimeout(timer)
      // If an abandoned script arrives after all, the try that is waiting now uses it.
      load.arrived()
    })
    script.addEventListener('error', () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error(`${url} did not load`))
    })
    page.head.append(script)
  })
}

/** A browser reuses a stalled request to the same address; a different query makes a new request. */
function retryUrl(url: string, tries: number): string {
  const retry = new URL(url)
  retry.searchParams.set('retry', String(tries))
  return retry.href
}
