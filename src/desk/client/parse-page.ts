/** The subset of Trusted Types used here; not every browser has them, and TypeScript doesn't know them yet. */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string },
  ) => {
    createHTML: (html: string) => string
  }
}

declare global {
  var trustedTypes: TrustedTypes | undefined
}

/** The only place where the desk's CSP allows HTML parsing; the input is a page of the desk itself. */
const policy = globalThis.trustedTypes?.createPolicy('desk', { createHTML: (html) => html })

export function parsePage(html: string): Document {
  return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html')
}
