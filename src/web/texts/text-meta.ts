type Search = { title: string; description: string }

/** What search engines show of a page with the owner's texts; its error screen has none. */
export function textMeta(loaded: { words: { search: Search } } | undefined): Search {
  return loaded?.words.search ?? { title: 'Bloomera', description: '' }
}
