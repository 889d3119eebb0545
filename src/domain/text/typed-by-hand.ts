/** A text that the owner wrote, which doesn't change with a setting. */
export type TypedText = { name: string; href: string; text: string }

/** A hand-written text that mentions something that will no longer be true. */
export type TypedPlace = { name: string; href: string; phrase: string }

/** The first of these phrases that a text names. */
export function namedPhrase(text: string, phrases: readonly string[]): string | undefined {
  const plain = fold(text)
  return phrases.find((phrase) => isNamed(plain, fold(phrase)))
}

/** Texts that mention something that will no longer be true. */
export function findTyped(texts: readonly TypedText[], find: (text: string) => string | undefined): TypedPlace[] {
  return texts.flatMap(({ name, href, text }) => {
    const phrase = find(text)
    return phrase === undefined ? [] : [{ name, href, phrase }]
  })
}

/** "$75" doesn't match "$750" or "$75.50", but does match "$75." at the end of a sentence. */
function isNamed(text: string, phrase: string): boolean {
  if (phrase === '') return false
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
    const before = text.slice(Math.max(0, at - 1), at)
    const after = text.slice(at + phrase.length, at + phrase.length + 2)
    if (!/[\w$]/.test(before) && !/^\w|^[.,]\d/.test(after)) return true
  }
  return false
}

/** Ignores case, line breaks and Markdown characters. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[*_`\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
