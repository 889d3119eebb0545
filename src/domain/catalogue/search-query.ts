import { type Facet, KNOWN_WORDS, LEFT_OUT, type LeftOut, SYNONYMS } from './search-synonyms.ts'
import { plainWords } from './search-terms.ts'
import { readSize } from './size-in-words.ts'
import type { Size } from './sizes.ts'

/** One thing to search for. */
export type SearchTerm = {
  /** The words as typed, without stop words. */
  typed: readonly string[]
  facets: readonly Facet[]
  /** Any of these in its texts is enough. Empty if only a fact counts. */
  words: readonly string[]
}

export type Exclusion = {
  typed: readonly string[]
  /** Undefined for a word that may or may not be an ingredient; the glossary decides. */
  what: LeftOut | undefined
}

export type PriceRange = { minCents?: number; maxCents?: number }

export type SearchQuery = {
  terms: readonly SearchTerm[]
  without: readonly Exclusion[]
  price: PriceRange | undefined
  size: Size | undefined
}

const MAX_TERMS = 8
const MAX_PHRASE = 4
const MAX_CENTS = 1_000_000

/** Words that say nothing about an oil if others do. */
const FILLERS = new Set(
  (
    'a an and any are at best by can do for from good great have help helps i in is it like me my need of on or our safe ' +
    'shop show some something that the this to use want what which with you your oil oils product products skin skincare'
  ).split(' '),
)

const BEFORE = new Set(['without', 'no', 'non', 'not', 'minus', 'sans', 'avoid', 'zero'])
const BEFORE_TWO = new Set(['free of', 'free from', 'allergic to', 'made without'])
const AFTER = new Set(['free', 'allergy', 'allergies', 'intolerance'])
const BETWEEN = new Set(['and', 'or', 'nor', 'any', 'added', 'the'])

/** Words that spelling correction must not change. */
export function isKnownWord(word: string): boolean {
  return [FILLERS, BEFORE, AFTER, BETWEEN, KNOWN_WORDS].some((words) => words.has(word))
}

/** Recognizes prices, sizes, exclusions and synonyms; any other word is looked up as is. */
export function parseSearch(text: string): SearchQuery {
  const priced = takePrice(plain(text))
  const sized = takeSize(priced.rest)
  const { terms, without } = takeTerms(plainWords(sized.rest.replaceAll(/[,&+/]/g, ' and ')))
  const telling = terms.filter(({ typed }) => !typed.every((word) => FILLERS.has(word)))
  const isAnythingElse = telling.length > 0 || without.length > 0 || priced.price || sized.size
  return {
    terms: (isAnythingElse ? telling : terms.filter(({ typed: [word = ''] }) => /^(?:oil|skin)/.test(word))).slice(
      0,
      MAX_TERMS,
    ),
    without: without.slice(0, MAX_TERMS),
    price: priced.price,
    size: sized.size,
  }
}

/** An excluded word that isn't an ingredient, such as “no wrinkles”, is searched for instead. */
export function asTerm({ typed }: Exclusion): SearchTerm {
  return toTerm(typed)
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
}

const AMOUNT = String.raw`\$?\s*(\d{1,5}(?:\.\d{1,2})?)`
const MONEY = String.raw`(?:\s*(?:\$|dollars?|usd|bucks?))?`
const UNDER = new RegExp(
  String.raw`(?:\b(?:under|below|less than|up to|max|at most|cheaper than)|<)\s*${AMOUNT}${MONEY}`,
)
/** Over 40 is an age, over $40 a price. */
const OVER = new RegExp(
  String.raw`(?:\b(?:over|above|more than|at least|from)|>)\s*(?:\$\s*(\d{1,5}(?:\.\d{1,2})?)|(\d{1,5}) (?:dollars?|usd|bucks?))`,
)
const BETWEEN_PRICES = new RegExp(
  String.raw`(?:between\s*${AMOUNT}|\$\s*(\d{1,5}(?:\.\d{1,2})?))\s*(?:-|–|to|and)\s*${AMOUNT}${MONEY}`,
)
const ALONE = /\$\s*(\d{1,5}(?:\.\d{1,2})?)/

function takePrice(text: string): { price: PriceRange | undefined; rest: string } {
  const between = BETWEEN_PRICES.exec(text)
  if (between) {
    const [one, other] = [toCents(between[1] ?? between[2]), toCents(between[3])]
    const price = { minCents: Math.min(one, other), maxCents: Math.max(one, other) }
    return { price, rest: cutOut(text, between) }
  }
  const under = UNDER.exec(text)
  const over = OVER.exec(text)
  const alone = under || over ? null : ALONE.exec(text)
  if (!under && !over && !alone) return { price: undefined, rest: text }
  const price = {
    ...(over && { minCents: toCents(over[1] ?? over[2]) }),
    ...((under ?? alone) && { maxCents: toCents((under ?? alone)?.[1]) }),
  }
  return { price, rest: [under, over, alone].reduce((rest, match) => (match ? cutOut(rest, match) : rest), text) }
}

function toCents(dollars: string | undefined): number {
  return Math.min(Math.round(Number(dollars) * 100), MAX_CENTS)
}

const MEASURE = /\b\d+(?:\.\d+)?[\s-]*(?:fl\.?[\s-]*)?(?:oz|ounces?|ml)\b\.?/
const TRAVEL = /\b(?:travel|mini|sample)(?: |-)?(?:size[ds]?|bottles?)?\b/

function takeSize(text: string): { size: Size | undefined; rest: string } {
  const measure = MEASURE.exec(text)
  const size = measure && readSize(measure[0])
  if (size) return { size, rest: cutOut(text, measure) }
  const travel = TRAVEL.exec(text)
  return travel ? { size: '1oz', rest: cutOut(text, travel) } : { size: undefined, rest: text }
}

function cutOut(text: string, match: RegExpExecArray): string {
  return text.replace(match[0], ' ')
}

function takeTerms(words: readonly string[]): { terms: SearchTerm[]; without: Exclusion[] } {
  const terms: SearchTerm[] = []
  const excluded: Exclusion[] = []
  let at = 0
  while (at < words.length) {
    const phrase = longest(SYNONYMS, words, at)
    const intro = BEFORE_TWO.has(words.slice(at, at + 2).join(' ')) ? 2 : BEFORE.has(words[at] ?? '') ? 1 : 0
    const listed = intro > 0 ? undefined : takeFreeList(words, at)
    if (listed) {
      excluded.push(...listed.excluded)
      at = listed.next
    } else if (phrase > 0) {
      terms.push(toTerm(words.slice(at, at + phrase)))
      at += phrase
    } else if (intro > 0) {
      const taken = takeList(words, at + intro)
      excluded.push(...taken.excluded)
      at = taken.next
    } else {
      terms.push(toTerm(words.slice(at, at + 1)))
      at += 1
    }
  }
  return { terms, without: excluded }
}

type Taken = { excluded: Exclusion[]; next: number }

/** After “without”: one thing, and more after each “and” or “or”. */
function takeList(words: readonly string[], from: number): Taken {
  const excluded: Exclusion[] = []
  let at = from
  do {
    while (BETWEEN.has(words[at] ?? '')) at += 1
    const length = longest(LEFT_OUT, words, at) || 1
    const typed = words.slice(at, at + length)
    if (typed.length > 0) excluded.push({ typed, what: LEFT_OUT.get(typed.join(' ')) })
    at += length
  } while (BETWEEN.has(words[at] ?? '') && at < words.length - 1)
  return { excluded, next: at }
}

/** “Nut free”, “nut and coconut free”, “tree nut allergy”; undefined if no such list starts here. */
function takeFreeList(words: readonly string[], from: number): Taken | undefined {
  const { excluded, next } = takeList(words, from)
  const isFree = AFTER.has(words[next] ?? '')
  // "Fragrance free" has its own meaning.
  const own = longest(SYNONYMS, words, from)
  return isFree && from + own <= next && !FILLERS.has(words[from] ?? '') ? { excluded, next: next + 1 } : undefined
}

/** The number of words of the longest known phrase that starts here. */
function longest(known: ReadonlyMap<string, unknown>, words: readonly string[], at: number): number {
  for (let length = Math.min(MAX_PHRASE, words.length - at); length > 0; length -= 1)
    if (known.has(words.slice(at, at + length).join(' '))) return length
  return 0
}

function toTerm(typed: readonly string[]): SearchTerm {
  const meaning = SYNONYMS.get(typed.join(' '))
  const telling = typed.filter((word) => !FILLERS.has(word))
  return {
    typed: telling.length > 0 ? telling : typed,
    facets: meaning?.facets ?? [],
    words: meaning?.words ?? typed.slice(0, 1),
  }
}
