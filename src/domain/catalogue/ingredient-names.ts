import { plainWords } from './search-terms.ts'

/** What an ingredient is called in the glossary, and what it consists of. */
export type NamedIngredient = { name: string; inci: string; richIn: string }

/** Finds the shop's ingredients by the words shoppers use for them. */
export type IngredientIndex = {
  /** The words of all names, to correct spelling toward. */
  words: readonly string[]
  /**
   * All names of the ingredients whose name or INCI name has these words; if none has, of those that are rich in it.
   * What an ingredient is rich in is a sentence, so only its substances and sources count: “linalool”, “from sunflower”.
   * Only whole words count: a hip isn't Hippophae.
   */
  find: (typed: readonly string[]) => readonly string[]
  /** The same for words whose last one is still being typed. Common names only. */
  findBeginning: (typed: readonly string[]) => readonly string[]
}

type Runs = Map<string, NamedIngredient[]>

const MIN_LETTERS = 3
const MIN_BEGINNING = 2
const MAX_RUN = 8

/** How names of substances end: “oleic”, “linoleic acids”, “plant sterols”, “germacrene”, “flower waxes”. */
const SUBSTANCE =
  /(?:\w (?:acid|ester)|resin|waxe?|camphor|acetate|oid|..[^o]ol|\w{4}ool|\w{3}(?:ane|ene|ole|ic)|\w{4}(?:[^a]in|.ide))s?$/
const BEFORE_SOURCE = new Set(['of', 'from'])

export function indexIngredients(ingredients: readonly NamedIngredient[]): IngredientIndex {
  const named: Runs = new Map()
  const common: Runs = new Map()
  const contained: Runs = new Map()
  for (const ingredient of ingredients) {
    addRuns(common, ingredient.name, ingredient)
    addRuns(named, ingredient.name, ingredient)
    addRuns(named, ingredient.inci, ingredient)
    addRuns(contained, ingredient.richIn, ingredient, isContent)
  }
  return {
    words: [...new Set(ingredients.flatMap(({ name, inci }) => plainWords(`${name} ${inci}`)))],
    find(typed) {
      const run = toRun(typed)
      return run.length < MIN_LETTERS ? [] : allNames(named.get(run) ?? contained.get(run) ?? [])
    },
    findBeginning(typed) {
      const run = typed.join('')
      if (run.length < MIN_BEGINNING) return []
      return allNames([...common].flatMap(([key, found]) => (key.startsWith(run) ? found : [])))
    },
  }
}

export const NO_INGREDIENTS = indexIngredients([])

type IsCounted = (words: readonly string[], from: number, to: number) => boolean

/** Every run of words, written as one: shoppers type “rose hip” for “rosehip” and “teatree” for “tea tree”. */
function addRuns(runs: Runs, text: string, ingredient: NamedIngredient, isCounted: IsCounted = () => true): void {
  const words = plainWords(text)
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_RUN); to += 1) {
      if (!isCounted(words, from, to)) continue
      const run = toRun(words.slice(from, to))
      const known = runs.get(run)
      if (!known) runs.set(run, [ingredient])
      else if (!known.includes(ingredient)) known.push(ingredient)
    }
}

/** Not the rest of the sentence: “no make up look” isn't about “waxes that make it set”. */
function isContent(words: readonly string[], from: number, to: number): boolean {
  return SUBSTANCE.test(words.slice(from, to).join(' ')) || BEFORE_SOURCE.has(words[from - 1] ?? '')
}

function toRun(words: readonly string[]): string {
  return words.map(singular).join('')
}

/** Rough, but the same on both sides. */
function singular(word: string): string {
  if (word.length <= MIN_LETTERS || word.endsWith('ss')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/(?<=(?:ch|sh|x))es$|s$/, '')
}

function allNames(ingredients: readonly NamedIngredient[]): string[] {
  return [...new Set(ingredients.flatMap(({ name, inci }) => [name, inci]))]
}
