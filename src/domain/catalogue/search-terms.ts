export const MAX_SEARCH_LENGTH = 100
export const SEARCH_PAGE_SIZE = 24
const MAX_WORDS = 8
const MAX_TYPED_WORDS = 30

/** The search as typed, trimmed and truncated to fit a heading; undefined if nothing is left. */
export function cleanSearch(typed: string | null | undefined): string | undefined {
  const text = (typed ?? '')
    .normalize('NFC')
    // Control characters and marks that reverse or hide text must not reach a heading.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return Array.from(text).slice(0, MAX_SEARCH_LENGTH).join('').trim() || undefined
}

export function searchTitle(search: string): string {
  return `Search Results for “${search}”`
}

/** Words to look up: lowercase, without accents, letters and digits only, so they contain no query syntax. */
export function searchWords(text: string): string[] {
  return [...new Set(plainWords(text))].slice(0, MAX_WORDS)
}

/** In the order and number in which they were typed. */
export function plainWords(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
  return (plain.match(/[a-z0-9]+/g) ?? []).slice(0, MAX_TYPED_WORDS)
}
