import { type IngredientIndex, NO_INGREDIENTS } from './ingredient-names.ts'
import { type Amounts, takeAmounts } from './search-amounts.ts'
import {
  type Facet,
  findMeaning,
  KNOWN_WORDS,
  LEFT_OUT,
  type LeftOut,
  type Meaning,
  SYNONYMS,
} from './search-synonyms.ts'
import { plainWords } from './search-terms.ts'

/** One thing to search for. */
export type SearchTerm = {
  /** The words as typed, without stop words. */
  typed: readonly string[]
  facets: readonly Facet[]
  /** Any of these in its texts is enough. Empty if only a fact counts. */
  words: readonly string[]
  /** If it only counts in names: the sentence for when no product is named so. */
  missing?: string
}

export type Exclusion = {
  typed: readonly string[]
  /** Undefined for a word that may or may not be an ingredient: “cruelty free”, “limonene free”. */
  what: LeftOut | undefined
  /** It can't be wanted, even if it's no known ingredient. */
  isAllergy: boolean
}

export type SearchQuery = Amounts & {
  terms: readonly SearchTerm[]
  without: readonly Exclusion[]
  /** Sentences to show whatever is found. */
  notes: readonly string[]
}

const MAX_TERMS = 8
const MAX_PHRASE = 4
/** INCI names are long. */
const MAX_INGREDIENT_WORDS = 8

/** Words that say nothing about an oil if others do, among them those PostgreSQL never indexes. */
const FILLERS = new Set(
  (
    'best good great help helps like m need oil oils our please product products safe shop show skin skincare something use want ' +
    'a about above after again against all an and any are as at be because been before being below between both but by can did do ' +
    'does doing down during each few for from further had has have having he her here hers herself him himself his how i if in into ' +
    'is it its itself just me more most my myself nor now of off on once only or other our ours ourselves out over own s same she ' +
    'should so some such t than that the their theirs them themselves then there these they this those through to too under until ' +
    'up very was we were what when where which while who whom why will with you your yours yourself yourselves'
  ).split(' '),
)

const BEFORE = new Set(['without', 'no', 'non', 'not', 'minus', 'sans', 'avoid', 'avoiding', 'except', 'zero'])
const BEFORE_TWO = new Set(['free of', 'free from', 'made without'])
const ALLERGIC_TO = new Set([
  'allergic to',
  'allergy to',
  'allergies to',
  'intolerant to',
  'intolerance to',
  'react to',
])
/** “Allergies: nuts” excludes nuts, but “sensitive to touch” nothing. */
const IF_KNOWN = new Set(['allergy', 'allergies', 'allergic', 'sensitive to', 'sensitivity to'])
const FREE = 'free'
const ALLERGY_AFTER = new Set(['allergy', 'allergies', 'allergic', 'intolerance', 'intolerant', 'sensitivity'])
const BETWEEN = new Set(['and', 'or', 'nor', 'any', 'added', 'the'])
/** Between “not” and what isn't wanted, besides fillers: “it should not contain any nuts”. */
const VERBS = new Set(['contain', 'contains', 'containing', 'include', 'tolerate'])
/** “Lavender oil” and “lavender extract” are lavender. */
const KINDS = new Set(['oil', 'oils', 'extract', 'extracts'])

const OWN_WORDS = new Set(
  [BEFORE, BEFORE_TWO, ALLERGIC_TO, IF_KNOWN, [FREE], ALLERGY_AFTER].flatMap((said) =>
    [...said].flatMap((phrase) => phrase.split(' ')),
  ),
)

/** Words that spelling is corrected toward, besides those of the shop. */
export const CORRECT_WORDS: readonly string[] = [...KNOWN_WORDS, ...OWN_WORDS].filter(({ length }) => length > 3)

/** Words that spelling correction must not change. */
export function isKnownWord(word: string): boolean {
  return [FILLERS, OWN_WORDS, BETWEEN, KNOWN_WORDS].some((words) => words.has(word)) || SYNONYMS.has(word)
}

/** True if the ingredients are worth reading before the text is parsed. */
export function mayExclude(text: string): boolean {
  return plainWords(plain(text)).some((word) => OWN_WORDS.has(word))
}

/** Recognizes prices, sizes, exclusions and synonyms; any other word is looked up as is. */
export function parseSearch(text: string, ingredients: IngredientIndex = NO_INGREDIENTS): SearchQuery {
  const { rest, ...amounts } = takeAmounts(plain(text))
  const { terms, without, notes } = takeTerms(plainWords(rest.replaceAll(/[,:;&+/]/g, ' and ')), ingredients)
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

function isAllFillers(words: readonly string[]): boolean {
  return words.every((word) => FILLERS.has(word))
}

/** Lowercase, without accents, and in the words the parser knows: “w/o nuts”, “I don't want nuts”, “nutfree”, “I'm”. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/\bw\/o\b/g, ' without ')
    .replaceAll(/\b(?:do|does|did|ca|is|are|wo)n['’]?t\b|\bcannot\b/g, ' not ')
    .replaceAll(/\bi(?:['’]?m|\s+am)\b/g, ' ')
    .replaceAll(/([a-z]{3,})free\b/g, '$1 free')
}

function takeTerms(words: readonly string[], ingredients: IngredientIndex) {
  const terms: SearchTerm[] = []
  const excluded: Exclusion[] = []
  const notes = new Set<string>()
  let at = 0
  while (at < words.length) {
    const phrase = longest(SYNONYMS, words, at)
    const intro = findIntro(words, at, ingredients)
    const listed =
      intro && intro.length > phrase
        ? takeList(words, at + intro.length, ingredients, intro)
        : takeFreeList(words, at, ingredients)
    if (listed) {
      excluded.push(...listed.excluded)
      at = listed.next
      continue
    }
    const typed = words.slice(at, at + Math.max(phrase, 1))
    const meaning = findMeaning(typed)
    if (meaning?.note) notes.add(meaning.note)
    if (!isTopic(meaning)) terms.push(toTerm(typed))
    at += typed.length
  }
  return { terms, without: excluded, notes: [...notes] }
}

/** Not about an oil. */
function isTopic(meaning: Meaning | undefined): boolean {
  return meaning?.facets.length === 0 && meaning.words.length === 0 && meaning.missing === undefined
}

type Intro = { length: number; isAllergy: boolean }

/** The words that start a list of exclusions, if any are here. */
function findIntro(words: readonly string[], at: number, ingredients: IngredientIndex): Intro | undefined {
  for (const length of [2, 1]) {
    const said = words.slice(at, at + length).join(' ')
    if (BEFORE.has(said) || BEFORE_TWO.has(said)) return { length, isAllergy: false }
    if (ALLERGIC_TO.has(said)) return { length, isAllergy: true }
    const isList = IF_KNOWN.has(said) && takeItem(words, skip(words, at + length, BETWEEN), ingredients).what
    if (isList) return { length, isAllergy: true }
  }
  return undefined
}

type Taken = { excluded: Exclusion[]; next: number }

/** After “without”: one thing, and more after each “and” or “or” unless it's something to look for. */
function takeList(words: readonly string[], from: number, ingredients: IngredientIndex, { isAllergy }: Intro): Taken {
  const excluded: Exclusion[] = []
  let next = from
  for (;;) {
    const isFirst = excluded.length === 0
    let at = skip(words, next, BETWEEN)
    const isJoined = at > next
    if (isFirst) while (isVerb(words, at, ingredients)) at += 1
    const { typed, what, next: end } = takeItem(words, at, ingredients)
    const isListed = what ? isJoined || isAllergy : isJoined && !isSearched(words, at)
    if (typed.length === 0 || !(isFirst || isListed)) return { excluded, next }
    excluded.push({ typed, what, isAllergy })
    next = end
  }
}

/** “Nut free”, “nut and tea tree free”, “tree nut allergy”; undefined if no such list starts here. */
function takeFreeList(words: readonly string[], from: number, ingredients: IngredientIndex): Taken | undefined {
  if (FILLERS.has(words[from] ?? '')) return undefined
  const items: Item[] = []
  let next = from
  do {
    const item = takeItem(words, skip(words, next, BETWEEN), ingredients)
    items.push(item)
    next = item.next
  } while (BETWEEN.has(words[next] ?? '') && next < words.length - 1)
  const isAllergy = ALLERGY_AFTER.has(words[next] ?? '')
  // "Fragrance free" has its own meaning.
  const own = longest(SYNONYMS, words, from)
  if (!(isAllergy || words[next] === FREE) || from + own > next) return undefined
  return { excluded: items.map(({ typed, what }) => ({ typed, what, isAllergy })), next: next + 1 }
}

type Item = { typed: readonly string[]; what: LeftOut | undefined; next: number }

/** The longest ingredient that starts here, also if its last word isn't finished; else one word. */
function takeItem(words: readonly string[], at: number, ingredients: IngredientIndex): Item {
  const rest = words.slice(at)
  const found = takeKnown(rest, ingredients)
  const begun = found?.length === rest.length || isAllFillers(rest) ? [] : ingredients.findBeginning(rest)
  if (begun.length > 0) return { typed: rest, what: { groups: [], phrases: begun }, next: words.length }
  const length = found?.length ?? Math.min(1, rest.length)
  const next = found ? skip(words, at + length, KINDS) : at + length
  return { typed: rest.slice(0, length), what: found?.what, next }
}

function takeKnown(words: readonly string[], ingredients: IngredientIndex) {
  for (let length = Math.min(MAX_INGREDIENT_WORDS, words.length); length > 0; length -= 1) {
    const what = toLeftOut(words.slice(0, length), ingredients)
    if (what) return { length, what }
  }
  return undefined
}

/** Everything these words can mean is left out. */
function toLeftOut(typed: readonly string[], ingredients: IngredientIndex): LeftOut | undefined {
  const phrase = typed.join(' ')
  const known = LEFT_OUT.get(phrase)
  const named = isAllFillers(typed) ? [] : ingredients.find(typed)
  if (!known && named.length === 0) return undefined
  return {
    groups: known?.groups ?? [],
    phrases: [...(known?.phrases ?? []), ...(named.length > 0 ? [phrase, ...named] : [])],
  }
}

function isVerb(words: readonly string[], at: number, ingredients: IngredientIndex): boolean {
  const word = words[at] ?? ''
  return (VERBS.has(word) || FILLERS.has(word)) && !takeItem(words, at, ingredients).what
}

/** Something to find rather than to exclude: “no nuts, for dry skin”. */
function isSearched(words: readonly string[], at: number): boolean {
  return longest(SYNONYMS, words, at) > 0 || FILLERS.has(words[at] ?? '')
}

function skip(words: readonly string[], from: number, skipped: ReadonlySet<string>): number {
  let at = from
  while (skipped.has(words[at] ?? '')) at += 1
  return at
}

/** The number of words of the longest known phrase that starts here. */
function longest(known: ReadonlyMap<string, unknown>, words: readonly string[], at: number): number {
  for (let length = Math.min(MAX_PHRASE, words.length - at); length > 0; length -= 1)
    if (known.has(words.slice(at, at + length).join(' '))) return length
  return 0
}

function toTerm(typed: readonly string[]): SearchTerm {
  const meaning = findMeaning(typed)
  const telling = typed.filter((word) => !FILLERS.has(word))
  return {
    typed: telling.length > 0 ? telling : typed,
    facets: meaning?.facets ?? [],
    words: meaning?.words ?? typed.slice(0, 1),
    ...(meaning?.missing && { missing: meaning.missing }),
  }
}
