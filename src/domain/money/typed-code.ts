/** Spaces, and invisible characters that come with pasting from an email or a message. */
const INVISIBLE = /[\s\u200B-\u200D\u2060]+/g
/** The allowed format of a code created at the desk, and of signup codes. */
const CODE = /^[A-Za-z0-9][A-Za-z0-9-]{3,39}$/

/** A code as typed or pasted, without spaces. Upper and lower case stay: they matter. */
export function tidyCode(text: string): string {
  return text.replaceAll(INVISIBLE, '')
}

/** The code in a link or in storage; undefined for anything that could not be one. */
export function readCode(text: string | null | undefined): string | undefined {
  // Don't tidy a megabyte from an address.
  const code = tidyCode((text ?? '').slice(0, 200))
  return CODE.test(code) ? code : undefined
}
