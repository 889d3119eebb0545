/** Of Trusted Types, what is used here; not every browser has them, and the compiler does not know them yet. */
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

/** The desk's policy allows HTML to be parsed here and nowhere else; what comes in is a page of the desk itself. */
const policy = globalThis.trustedTypes?.createPolicy('desk', { createHTML: (html) => html })

export function parsePage(html: string): Document {
  return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html')
}
