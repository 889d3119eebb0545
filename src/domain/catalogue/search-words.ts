import { plainWords } from './search-terms.ts'

const MAX_PHRASE = 4

/** Words that say nothing about an oil if others do, among them those PostgreSQL never indexes. */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'best good great help helps like m need oil oils our please product products safe shop show skin skincare something use want ' +
    'anyone people person somebody someone extremely highly really seriously severe severely ' +
    'a about above after again against all an and any are as at be because been before being below between both but by can did do ' +
    'does doing down during each few for from further had has have having he her here hers herself him himself his how i if in into ' +
    'is it its itself just me more most my myself nor now of off on once only or other our ours ourselves out over own s same she ' +
    'should so some such t than that the their theirs them themselves then there these they this those through to too under until ' +
    'up very was we were what when where which while who whom why will with you your yours yourself yourselves'
  ).split(' '),
)

/** What the oils are, and what for: never an ingredient, even if no synonym. */
export const SHOP_WORDS: ReadonlySet<string> = new Set(
  'face faces facial body hair beard scalp bath shower massage serum serums blend blends bottle bottles set routine'.split(
    ' ',
  ),
)

/** A pause between words. */
export const COMMA = ','

/** Plain words and commas. */
export function toWords(text: string): string[] {
  const [first = [], ...others] = text.replaceAll(/[&+/]/g, ' and ').split(/[,:;]/).map(plainWords)
  return [...first, ...others.flatMap((words) => [COMMA, ...words])]
}

export function isAllFillers(words: readonly string[]): boolean {
  return words.every((word) => FILLERS.has(word))
}

export function skip(words: readonly string[], from: number, skipped: ReadonlySet<string>): number {
  let at = from
  while (skipped.has(words[at] ?? '')) at += 1
  return at
}

type Phrases = { has: (phrase: string) => boolean }

/** The number of words of the longest known phrase that starts here. */
export function longest(known: Phrases, words: readonly string[], at: number): number {
  for (let length = Math.min(MAX_PHRASE, words.length - at); length > 0; length -= 1)
    if (known.has(words.slice(at, at + length).join(' '))) return length
  return 0
}
