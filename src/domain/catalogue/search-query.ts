import { type IngredientIndex, NO_INGREDIENTS } from './ingredient-names.ts'
import { type Amounts, takeAmounts } from './search-amounts.ts'
import { BEFORE, EXCLUDING_WORDS, type Exclusion, startsAnew, takeExclusions, VERBS } from './search-exclusions.ts'
import { type Facet, findMeaning, KNOWN_WORDS, type Meaning, SYNONYMS } from './search-synonyms.ts'
import { plainWords } from './search-terms.ts'
import { COMMA, FILLERS, isAllFillers, longest, skip, toWords } from './search-words.ts'

/** One thing to search for. */
export type SearchTerm = {
  /** The words as typed, without stop words. */
  typed: readonly string[]
  facets: readonly Facet[]
  /** Any of these in its texts is enough. Empty if only a fact counts. */
  words: readonly string[]
  /** If it only counts in names: the sentence for when no product is named so. */
  missing?: string
  /** If no product is named so, the rest is searched for without it. */
  isAside?: boolean
}

export type SearchQuery = Amounts & {
  terms: readonly SearchTerm[]
  without: readonly Exclusion[]
  /** Sentences to show whatever is found. */
  notes: readonly string[]
}

const MAX_TERMS = 8

/** Words that spelling is corrected toward, besides those of the shop. */
export const CORRECT_WORDS: readonly string[] = [...KNOWN_WORDS, ...EXCLUDING_WORDS].filter(({ length }) => length > 3)

/** Words that spelling correction must not change. */
export function isKnownWord(word: string): boolean {
  return [FILLERS, EXCLUDING_WORDS, VERBS, KNOWN_WORDS].some((words) => words.has(word)) || SYNONYMS.has(word)
}

/** True if the ingredients are worth reading before the text is parsed. */
export function mayExclude(text: string): boolean {
  return plainWords(plain(text)).some((word) => EXCLUDING_WORDS.has(word))
}

/** Recognizes prices, sizes, exclusions and synonyms; any other word is looked up as is. */
export function parseSearch(text: string, ingredients: IngredientIndex = NO_INGREDIENTS): SearchQuery {
  const { rest, ...amounts } = takeAmounts(plain(text))
  const { terms, without, notes } = takeTerms(toWords(rest), ingredients)
  const telling = terms.filter(isTelling)
  const isAnythingElse = telling.length > 0 || without.length > 0 || Object.values(amounts).some(Boolean)
  return {
    ...amounts,
    terms: (isAnythingElse ? telling : terms.filter(({ typed: [word = ''] }) => /^(?:oil|skin)/.test(word))).slice(
      0,
      MAX_TERMS,
    ),
    without,
    notes,
  }
}

/** Excluded words that aren't ingredients, such as “no wrinkles”, are searched for instead. */
export function asTerms(exclusions: readonly Exclusion[]): SearchTerm[] {
  return exclusions.flatMap(({ typed }) => (isTopic(findMeaning(typed)) ? [] : [toTerm(typed)])).filter(isTelling)
}

function isTelling({ typed }: SearchTerm): boolean {
  return !isAllFillers(typed)
}

/** Lowercase, without accents, and in the words the parser knows: “w/o nuts”, “I don't want nuts”, “nutfree”, “I'm”. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/\bw\/o\b/g, ' without ')
    .replaceAll(/\b(?:do|does|did|ca|is|are|was|were|wo|should|would|could|must)n['’]?t\b|\bcannot\b/g, ' not ')
    .replaceAll(/\bi(?:['’]?m|\s+am)\b/g, ' ')
    .replaceAll(/([a-z]{3,})free\b/g, '$1 free')
}

function takeTerms(words: readonly string[], ingredients: IngredientIndex) {
  const terms: SearchTerm[] = []
  const without: Exclusion[] = []
  const notes = new Set<string>()
  let at = 0
  while (at < words.length) {
    const said = takePhrase(words, at)
    const listed = takeExclusions(words, at, ingredients)
    if (listed && isListed(listed, said)) {
      without.push(...listed.excluded)
      for (const { typed, what } of listed.excluded) addNote(notes, what ? undefined : findMeaning(typed))
      at = listed.next
      continue
    }
    const meaning = findMeaning(said.typed)
    addNote(notes, meaning)
    if (words[at] !== COMMA && !isTopic(meaning)) terms.push(toTerm(said.typed))
    at = said.next
  }
  return { terms, without, notes: [...notes] }
}

type Said = { typed: readonly string[]; isPhrase: boolean; next: number }

/** The longest phrase with a meaning that starts here, else one word. “Doesn't feel greasy” is “not greasy”. */
function takePhrase(words: readonly string[], at: number): Said {
  const verbs = BEFORE.has(words[at] ?? '') ? skip(words, at + 1, VERBS) : at + 1
  for (const from of [at + 1, verbs]) {
    const said = [...words.slice(at, at + 1), ...words.slice(from)]
    const length = longest(SYNONYMS, said, 0)
    const last = from + length - 2
    if (length > 0 && !(length > 1 && startsAnew(words, last)))
      return { typed: said.slice(0, length), isPhrase: true, next: last + 1 }
  }
  return { typed: words.slice(at, at + 1), isPhrase: false, next: at + 1 }
}

/**
 * “Orange free” excludes what “orange” would find. A phrase such as “no fragrance” has a meaning of its own, except as part
 * of a list of ingredients: “no fragrance or nuts”.
 */
function isListed({ excluded, next }: { excluded: readonly Exclusion[]; next: number }, said: Said): boolean {
  if (!said.isPhrase) return true
  const isExclusion = said.typed.some((word) => EXCLUDING_WORDS.has(word))
  return isExclusion ? next > said.next && excluded.some(({ what }) => what) : next >= said.next
}

function addNote(notes: Set<string>, meaning: Meaning | undefined): void {
  if (meaning?.note) notes.add(meaning.note)
}

/** Not about an oil. */
function isTopic(meaning: Meaning | undefined): boolean {
  return meaning?.facets.length === 0 && meaning.words.length === 0 && meaning.missing === undefined
}

function toTerm(typed: readonly string[]): SearchTerm {
  const meaning = findMeaning(typed)
  const telling = meaning?.missing ? typed : typed.filter((word) => !FILLERS.has(word))
  return {
    typed: telling.length > 0 ? telling : typed,
    facets: meaning?.facets ?? [],
    words: meaning?.words ?? typed.slice(0, 1),
    ...(meaning?.missing && { missing: meaning.missing }),
    ...(meaning?.isAside && { isAside: true }),
  }
}
