/** The subset of Trusted Types used here; not every browser has them, and TypeScript doesn't know them yet. */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string; createScriptURL: (url: string) => string },
  ) => {
    createHTML: (html: string) => string
    createScriptURL: (url: string) => string
  }
}

declare global {
  var trustedTypes: TrustedTypes | undefined
}

const WORKER = '/desk-worker.js'

/**
 * The only place where the desk's CSP allows HTML parsing and script URLs: the input is a page of the desk itself, and
 * the URL is its service worker's.
 */
const policy = globalThis.trustedTypes?.createPolicy('desk', {
  createHTML: (html) => html,
  createScriptURL: () => WORKER,
})

export function parsePage(html: string): Document {
  return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html')
}

export function workerUrl(): string {
  return policy?.createScriptURL(WORKER) ?? WORKER
}
