import type { IngredientIndex } from './ingredient-names.ts'
import { LEFT_OUT, type LeftOut, SYNONYMS } from './search-synonyms.ts'
import { COMMA, FILLERS, isAllFillers, longest, SHOP_WORDS, skip } from './search-words.ts'

export type Exclusion = {
  typed: readonly string[]
  /** Undefined for a word that may or may not be an ingredient: “cruelty free”, “limonene free”. */
  what: LeftOut | undefined
  /** It can't be wanted, even if it's no known ingredient. */
  isAllergy: boolean
}

/** Exclusions, and where the words after them start. */
type Taken = { excluded: Exclusion[]; next: number }

/** INCI names are long. */
const MAX_INGREDIENT_WORDS = 8

export const BEFORE: ReadonlySet<string> = new Set(
  'without no non not nothing never minus sans avoid avoids avoiding except zero'.split(' '),
)
const BEFORE_TWO = new Set(['free of', 'free from', 'made without'])
const ALLERGIC_TO = new Set([
  'allergic to',
  'allergy to',
  'allergies to',
  'allergic reaction to',
  'allergic reactions to',
  'reaction to',
  'reactions to',
  'intolerant to',
  'intolerance to',
  'react to',
  'reacts to',
])
const MAX_INTRO = 3
/** “Allergies: nuts” excludes nuts, but “sensitive to touch” nothing. */
const IF_KNOWN = new Set(['allergy', 'allergies', 'allergic', 'sensitive to', 'sensitivity to'])
const FREE = 'free'
const ALLERGY_AFTER = new Set(['allergy', 'allergies', 'allergic', 'intolerance', 'intolerant', 'sensitivity'])
const ANDS = new Set(['and', 'or', 'nor'])
const JOINS = new Set([...ANDS, COMMA, 'any', 'added', 'the'])
/** Between “not” and what isn't wanted, besides fillers: “it should not contain any nuts”, “doesn't feel greasy”. */
export const VERBS: ReadonlySet<string> = new Set(
  (
    'be contain contains containing include includes tolerate eat take stand touch make makes smell smells feel feels ' +
    'look looks leave leaves set sets keep keeps too very so'
  ).split(' '),
)
/** “Lavender oil” and “lavender extract” are lavender. */
const KINDS = new Set(['oil', 'oils', 'extract', 'extracts'])
/** How an oil looks or smells rather than what's in it, though names of ingredients have these words, too. */
const LOOKS = new Set([
  'sweet',
  'bitter',
  'evening',
  'sea',
  'orange tint',
  'orange tinge',
  'orange color',
  'orange cast',
  'orange stain',
  'orange stains',
])

/** Every word that may exclude others. */
export const EXCLUDING_WORDS: ReadonlySet<string> = new Set(
  [BEFORE, BEFORE_TWO, ALLERGIC_TO, IF_KNOWN, [FREE], ALLERGY_AFTER].flatMap((said) =>
    [...said].flatMap((phrase) => phrase.split(' ')),
  ),
)

/** “Without nuts or coconut” or “nut and coconut free”; undefined if nothing is excluded here. */
export function takeExclusions(words: readonly string[], at: number, ingredients: IngredientIndex): Taken | undefined {
  const intro = findIntro(words, at, ingredients)
  return intro ? takeList(words, at + intro.length, ingredients, intro) : takeFreeList(words, at, ingredients)
}

/** True if “free of” or “allergic to” starts here, which is about what follows, never about the word before. */
export function startsAnew(words: readonly string[], at: number): boolean {
  return [2, MAX_INTRO].some((length) => {
    const said = words.slice(at, at + length).join(' ')
    return BEFORE_TWO.has(said) || ALLERGIC_TO.has(said)
  })
}

type Intro = { length: number; isAllergy: boolean }

/** The words that start a list of exclusions, if any are here. */
function findIntro(words: readonly string[], at: number, ingredients: IngredientIndex): Intro | undefined {
  for (let length = Math.min(MAX_INTRO, words.length - at); length > 0; length -= 1) {
    const said = words.slice(at, at + length).join(' ')
    if (BEFORE.has(said) || BEFORE_TWO.has(said)) return { length, isAllergy: false }
    if (ALLERGIC_TO.has(said)) return { length, isAllergy: true }
    if (IF_KNOWN.has(said) && takeFirst(words, at + length, ingredients).what) return { length, isAllergy: true }
  }
  return undefined
}

/** One thing, and more after each comma, “and” or “or” unless it's something to look for. */
function takeList(words: readonly string[], from: number, ingredients: IngredientIndex, { isAllergy }: Intro): Taken {
  const excluded: Exclusion[] = []
  let item: Item | undefined = takeFirst(words, from, ingredients)
  let next = from
  while (item && item.typed.length > 0) {
    const isLook = !isAllergy && longest(LOOKS, words, item.at) >= item.typed.length
    next = isLook ? item.at + longest(LOOKS, words, item.at) : item.next
    if (!isLook) excluded.push(toExclusion(item, isAllergy))
    item = takeAnother(words, next, ingredients, isAllergy)
  }
  return { excluded, next }
}

/** The first thing after an introduction, and its verb: “(should not) contain any nuts”. */
function takeFirst(words: readonly string[], from: number, ingredients: IngredientIndex): Item {
  let at = skip(words, from, JOINS)
  while (isVerb(words, at, ingredients)) at += 1
  return takeItem(words, at, ingredients)
}

function isVerb(words: readonly string[], at: number, ingredients: IngredientIndex): boolean {
  const word = words[at] ?? ''
  if (ANDS.has(word) || !(VERBS.has(word) || FILLERS.has(word)) || longest(SYNONYMS, words, at) > 0) return false
  return !takeItem(words, at, ingredients).what
}

/** What is in the same list after this: “nuts, coconut or olive”, but not “nuts, for dry skin” or “nuts, coconut free”. */
function takeAnother(
  words: readonly string[],
  from: number,
  ingredients: IngredientIndex,
  isAllergy: boolean,
): Item | undefined {
  const item = takeItem(words, skip(words, from, JOINS), ingredients)
  const isJoined = item.at > from
  const isListed = item.what ? isJoined || isAllergy : isJoined && !isWanted(words, item)
  return isListed && !findEnding(words, item, ingredients) ? item : undefined
}

type FreeList = Taken & { isAllergy: boolean; hasAnd: boolean }

/**
 * “Nut free”, “nut and tea tree free”, “tree nut allergy”; undefined if no such list starts here. A comma is no “and”:
 * “rosehip, nut free” wants rosehip. Only what shoppers leave out, such as nuts, is never wanted in front of a list.
 */
function takeFreeList(words: readonly string[], from: number, ingredients: IngredientIndex): FreeList | undefined {
  if (FILLERS.has(words[from] ?? '')) return undefined
  const item = takeItem(words, from, ingredients)
  if (item.typed.length === 0) return undefined
  const ending = findEnding(words, item, ingredients)
  if (ending) return { ...ending, excluded: [toExclusion(item, ending.isAllergy)], hasAnd: false }
  const at = skip(words, item.next, JOINS)
  const joins = words.slice(item.next, at)
  const isUsual = LEFT_OUT.has(item.typed.join(' '))
  if (at === words.length || (joins.length === 0 && !isUsual)) return undefined
  const rest = takeFreeList(words, at, ingredients)
  if (!rest) return undefined
  const isAnd = joins.some((word) => ANDS.has(word))
  const isJoined = isAnd || (joins.includes(COMMA) && rest.hasAnd)
  if (!isUsual && (!isJoined || isWanted(words, item))) return undefined
  const excluded = [toExclusion(item, rest.isAllergy), ...rest.excluded]
  return { ...rest, excluded, hasAnd: isAnd || rest.hasAnd }
}

/** “Free” or “allergy” after a thing, unless it's about what follows: “rosehip oil free of nuts”, “mom allergic to nuts”. */
function findEnding(
  words: readonly string[],
  item: Item,
  ingredients: IngredientIndex,
): { next: number; isAllergy: boolean } | undefined {
  const { next, what } = item
  const isAllergy = ALLERGY_AFTER.has(words[next] ?? '')
  if (isAllergy ? isWanted(words, item) : words[next] !== FREE) return undefined
  const after = startsAnew(words, next) && findIntro(words, next, ingredients)
  if (!after) return { next: next + 1, isAllergy }
  // "Nut free from head to toe": in doubt, both.
  return what && !takeFirst(words, next + after.length, ingredients).what ? { next, isAllergy } : undefined
}

function toExclusion({ typed, what }: Item, isAllergy: boolean): Exclusion {
  return { typed, what, isAllergy }
}

type Item = { typed: readonly string[]; what: LeftOut | undefined; at: number; next: number }

/** The longest ingredient that starts here, also if its last word isn't finished; else a phrase or one word. */
function takeItem(words: readonly string[], at: number, ingredients: IngredientIndex): Item {
  const rest = isThing(words, at) ? words.slice(at, at + MAX_INGREDIENT_WORDS) : []
  const found = takeKnown(rest, ingredients)
  const isLast = at + rest.length === words.length
  const begun = !isLast || found?.length === rest.length || isAllFillers(rest) ? [] : ingredients.findBeginning(rest)
  if (begun.length > 0) return { typed: rest, what: { groups: [], phrases: begun }, at, next: words.length }
  const length = found?.length ?? Math.min(rest.length, Math.max(1, longest(SYNONYMS, words, at)))
  const next = found ? skip(words, at + length, KINDS) : at + length
  return { typed: rest.slice(0, length), what: found?.what, at, next }
}

/** False for a comma, or for words that start another list: “no nuts and no coconut”. */
function isThing(words: readonly string[], at: number): boolean {
  const word = words[at] ?? COMMA
  return !JOINS.has(word) && !BEFORE.has(word) && !startsAnew(words, at)
}

function takeKnown(words: readonly string[], ingredients: IngredientIndex) {
  for (let { length } = words; length > 0; length -= 1) {
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

/** Something to find rather than to exclude: “no nuts, for dry skin”, “face serum and nut free”. */
function isWanted(words: readonly string[], { at, what }: Item): boolean {
  const word = words[at] ?? ''
  return !what && (longest(SYNONYMS, words, at) > 0 || SHOP_WORDS.has(word) || FILLERS.has(word))
}
