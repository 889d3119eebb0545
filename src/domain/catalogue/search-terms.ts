export const MAX_SEARCH_LENGTH = 100
export const SEARCH_PAGE_SIZE = 24
const MAX_WORDS = 8

/** What the visitor typed, trimmed and cut to a length that a heading can show; undefined when nothing is left. */
export function cleanSearch(typed: string | null | undefined): string | undefined {
  const text = (typed ?? '')
    .normalize('NFC')
    // Controls and marks that turn or hide text have no place in a heading.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return Array.from(text).slice(0, MAX_SEARCH_LENGTH).join('').trim() || undefined
}

/** The words that are looked up: lower case, accents off, letters and digits only, so that nothing in them is syntax. */
export function searchWords(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
  return [...new Set(plain.match(/[a-z0-9]+/g) ?? [])].slice(0, MAX_WORDS)
}
