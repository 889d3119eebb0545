import { MOST_FOUND } from '#domain/catalogue/found-count.ts'
import { type IngredientIndex, indexIngredients, NO_INGREDIENTS } from '#domain/catalogue/ingredient-names.ts'
import { listChoices, type ProductFilter, type ProductKind } from '#domain/catalogue/product-filter.ts'
import type { Exclusion } from '#domain/catalogue/search-exclusions.ts'
import { UNSURE_NOTE } from '#domain/catalogue/search-notes.ts'
import {
  asTerms,
  CORRECT_WORDS,
  isKnownWord,
  mayExclude,
  parseSearch,
  type SearchQuery,
} from '#domain/catalogue/search-query.ts'
import { LEFT_OUT_WORDS, type LeftOut } from '#domain/catalogue/search-synonyms.ts'
import { plainWords, SEARCH_PAGE_SIZE, searchWords } from '#domain/catalogue/search-terms.ts'
import { closestWord } from '#domain/catalogue/spelling.ts'
import type { Database } from '#server/platform/db/database.ts'
import { listKinds } from './filter.queries.ts'
import { findGuides, type Guide } from './guides.ts'
import type { ProductMemory } from './product-memory.ts'
import {
  correctSpelling,
  countFound,
  listFactless,
  listFound,
  listIngredientNames,
  listOnLabels,
  listUnnamed,
  type FoundProduct,
  suggestIngredients,
  type IngredientSuggestion,
  toCondition,
  type Wanted,
} from './search.queries.ts'

export type SearchResult = {
  products: FoundProduct[]
  /** Above `MOST_FOUND` there may be any number. */
  total: number
  /** The corrected text that was searched for when the typed one found nothing. */
  correctedTo: string | undefined
  /** The closest matches, if nothing was found. Never with anything excluded. */
  closest: FoundProduct[]
  /** True if something is excluded, so that no other oils may be shown instead. */
  isLimited: boolean
  /** What was found before filtering; undefined if there is too much to count. */
  kinds: ProductKind[] | undefined
  /** Pages that sell nothing: a shopper who searches for returns wants to read about them. */
  guides: Guide[]
  /** Sentences about what was searched for: what we don't make, or what an oil can't do. */
  notes: string[]
}

export type SuggestionResult = Pick<SearchResult, 'products' | 'total' | 'guides' | 'notes'> & {
  ingredients: IngredientSuggestion[]
}

const CLOSEST_COUNT = 8
const SUGGESTED_PRODUCTS = 4
const SUGGESTED_INGREDIENTS = 3
const SUGGESTED_GUIDES = 2
const LETTERS = /[a-z]+/g
/** More than anyone has to avoid; each is looked up. */
const MOST_UNKNOWN = 8

/** A query whose exclusions are known to be ingredients. */
type Settled = Omit<SearchQuery, 'without'> & {
  without: LeftOut[]
  /** Its words, which must stay as they are when others are spelled differently. */
  excluded: ReadonlySet<string>
  /** An allergy to something that may be an ingredient under another name, or too many of them: nothing can be found. */
  isUnsure: boolean
}

/** The meaning of a text, and how much it finds before filtering. */
type Understood = {
  found: { wanted: Wanted; total: number; correctedTo?: string } | undefined
  settled: Settled
  /** Corrected if the typed text found nothing. */
  text: string
}

export type SearchService = ReturnType<typeof createSearchService>

/** The questions are those of the FAQ as published. Without a memory, the ingredients are read for each search. */
export function createSearchService(
  { orm }: Pick<Database, 'orm'>,
  questions: () => readonly string[],
  memory?: Pick<ProductMemory, 'ingredients'>,
) {
  async function readIngredients(): Promise<IngredientIndex> {
    return memory ? memory.ingredients() : indexIngredients(await listIngredientNames(orm))
  }

  /** "Lavander free" means without lavender; "cruelty free" isn't about an ingredient, so it's searched for as a word. */
  async function read(text: string): Promise<Settled> {
    const ingredients = mayExclude(text) ? await readIngredients() : NO_INGREDIENTS
    const typed = parseSearch(text, ingredients)
    const isTooMuch = unknownPhrases(typed).length > MOST_UNKNOWN
    const query =
      typed.without.some(isUnknown) && !isTooMuch
        ? parseSearch(await correctIngredients(text, typed, ingredients), ingredients)
        : typed
    const onLabels = new Set(isTooMuch ? [] : await listOnLabels(orm, unknownPhrases(query)))
    const others = query.without.filter((exclusion) => isUnknown(exclusion) && !onLabels.has(phraseOf(exclusion)))
    return dropAsides({
      ...query,
      terms: [...query.terms, ...asTerms(others.filter(({ isAllergy }) => !isAllergy))],
      without: query.without.flatMap((exclusion): LeftOut[] => {
        if (exclusion.what) return [exclusion.what]
        const phrase = phraseOf(exclusion)
        return onLabels.has(phrase) ? [{ groups: [], phrases: [phrase] }] : []
      }),
      excluded: new Set(query.without.flatMap((exclusion) => (others.includes(exclusion) ? [] : exclusion.typed))),
      isUnsure: isTooMuch || others.some(({ isAllergy }) => isAllergy),
    })
  }

  /** “Serum for men” searches for serums if no product is named so, and says why; “men” alone finds nothing. */
  async function dropAsides(query: Settled): Promise<Settled> {
    const asides = new Set(
      await listUnnamed(
        orm,
        query.terms.filter(({ isAside }) => isAside),
      ),
    )
    const rest = { ...query, terms: query.terms.filter((term) => !asides.has(term)) }
    if (asides.size === 0 || isEmpty(rest)) return query
    return { ...rest, notes: [...query.notes, ...Array.from(asides).flatMap(({ missing }) => missing ?? [])] }
  }

  /** The text with excluded words spelled like an ingredient, if there is one like it. */
  async function correctIngredients(text: string, { without }: SearchQuery, ingredients: IngredientIndex) {
    const words = new Set([...ingredients.words, ...LEFT_OUT_WORDS])
    const unknown = [...new Set(without.filter(isUnknown).flatMap(({ typed }) => typed))]
    const spelled = await correctSpelling(orm, unknown, [...words])
    const spelling = new Map(unknown.map((word, at) => [word, spelled[at] ?? word]))
    return respell(text, (word) => {
      const meant = spelling.get(word) ?? word
      if (words.has(meant)) return meant
      // "Almon" is the beginning of a word, so it isn't corrected, but “almon free” must not find almonds.
      return (spelling.has(word) && meant === word && closestWord(word, [...words])) || word
    })
  }

  /** Undefined if every word is spelled as the shop does. */
  async function correct(text: string, { excluded }: Settled): Promise<string | undefined> {
    const words = plainWords(text).filter((word) => /^[a-z]+$/.test(word) && !isKnownWord(word) && !excluded.has(word))
    const corrected = await correctSpelling(orm, words, CORRECT_WORDS)
    const spelling = new Map(words.map((word, index) => [word, corrected[index] ?? word]))
    const result = respell(text, (word) => spelling.get(word) ?? word)
    return result === respell(text, (word) => word) ? undefined : result
  }

  /** If no product has a fact, search for its words instead: the shop may not have ticked any. */
  async function widen(query: Settled): Promise<Wanted> {
    return { ...query, match: 'all', wide: new Set(await listFactless(orm, query.terms)) }
  }

  /**
   * Nothing matches everything, so find the best partial matches: of the terms, then without price, size and stars, and at last
   * anything that has nothing excluded. Exclusions always apply.
   */
  async function findClosest(query: Settled): Promise<FoundProduct[]> {
    const anyTerm: Wanted = { ...query, match: 'any', wide: new Set(query.terms) }
    const anyPrice = { ...anyTerm, price: undefined, size: undefined, minRating: undefined }
    const steps = [
      ...(query.terms.length > 0 ? [anyTerm] : []),
      ...(hasLimits(query) ? [anyPrice] : []),
      ...(query.without.length > 0 ? [{ ...anyPrice, terms: [] }] : []),
    ]
    for (const wanted of steps) {
      const products = await listFound(orm, wanted, await countFound(orm, wanted), { limit: CLOSEST_COUNT })
      if (products.length > 0) return products
    }
    return []
  }

  async function listNotes({ terms, notes, isUnsure }: Settled): Promise<string[]> {
    const missing = (await listUnnamed(orm, terms)).flatMap((term) => term.missing ?? [])
    return [...new Set([...notes, ...missing, ...(isUnsure ? [UNSURE_NOTE] : [])])]
  }

  /** The first of these steps that finds anything, regardless of filters. */
  async function understand(text: string): Promise<Understood> {
    const typed = await read(text)
    const nothing = { found: undefined, settled: typed, text }
    if (isEmpty(typed)) return nothing
    if (typed.isUnsure) return nothing
    const strict: Wanted = { ...typed, match: 'all', wide: new Set() }
    const total = await countFound(orm, strict)
    if (total > 0) return { found: { wanted: strict, total }, settled: typed, text }
    const wide = await widen(typed)
    const wideTotal = await countFound(orm, wide)
    if (wideTotal > 0) return { found: { wanted: wide, total: wideTotal }, settled: typed, text }
    const correctedTo = await correct(text, typed)
    if (correctedTo === undefined) return nothing
    const respelled = await read(correctedTo)
    // Another spelling must not bring back what was excluded.
    const corrected = { ...respelled, without: [...typed.without, ...respelled.without] }
    const missed = { found: undefined, settled: corrected, text: correctedTo }
    if (isEmpty(corrected) || corrected.isUnsure) return missed
    const wanted = await widen(corrected)
    const correctedTotal = await countFound(orm, wanted)
    if (correctedTotal === 0) return missed
    return { found: { wanted, total: correctedTotal, correctedTo }, settled: corrected, text: correctedTo }
  }

  /** About the text as typed; if nothing is, about the corrected one. */
  function listGuides(...texts: [typed: string, meant: string]): Guide[] {
    const guides = texts.map((text) => findGuides(searchWords(text), questions(), SUGGESTED_GUIDES))
    return guides.find(({ length }) => length > 0) ?? []
  }

  /** Accepts any text a visitor types. Pages count from 1. */
  async function search(text: string, page: number, filter: ProductFilter = {}): Promise<SearchResult> {
    const { found, settled, text: meant } = await understand(text)
    const guides = listGuides(text, meant)
    const notes = await listNotes(settled)
    const about = { guides, notes, isLimited: isLimited(settled) }
    if (!found) {
      const closest = isEmpty(settled) || settled.isUnsure ? [] : await findClosest(settled)
      return { products: [], total: 0, correctedTo: undefined, closest, kinds: [], ...about }
    }
    const { wanted, correctedTo } = found
    const total = listChoices(filter).length > 0 ? await countFound(orm, wanted, filter) : found.total
    const [products, kinds] = await Promise.all([
      listFound(orm, wanted, total, { limit: SEARCH_PAGE_SIZE, offset: (page - 1) * SEARCH_PAGE_SIZE, filter }),
      found.total > MOST_FOUND ? undefined : listKinds(orm, toCondition(wanted)),
    ])
    return { products, total, correctedTo, closest: [], kinds, ...about }
  }

  /** While a shopper types: what the search would find, and other pages about it. */
  async function suggest(text: string): Promise<SuggestionResult> {
    const words = searchWords(text)
    if (words.length === 0) return { products: [], total: 0, ingredients: [], guides: [], notes: [] }
    const [{ found, settled, text: meant }, ingredients] = await Promise.all([
      understand(text),
      suggestIngredients(orm, words, SUGGESTED_INGREDIENTS),
    ])
    const products = found ? await listFound(orm, found.wanted, found.total, { limit: SUGGESTED_PRODUCTS }) : []
    const guides = listGuides(text, meant)
    return { products, total: found?.total ?? 0, ingredients, guides, notes: await listNotes(settled) }
  }

  return { search, suggest }
}

function isEmpty(query: Settled): boolean {
  return query.terms.length === 0 && query.without.length === 0 && !hasLimits(query) && !query.isUnsure
}

function hasLimits({ price, size, minRating }: Settled): boolean {
  return price !== undefined || size !== undefined || minRating !== undefined
}

function isLimited({ without, isUnsure }: Settled): boolean {
  return without.length > 0 || isUnsure
}

function isUnknown({ what }: Exclusion): boolean {
  return what === undefined
}

function unknownPhrases({ without }: SearchQuery): string[] {
  return [...new Set(without.filter(isUnknown).map(phraseOf))]
}

function phraseOf({ typed }: Exclusion): string {
  return typed.join(' ')
}

/** Without accents and in lowercase. */
function respell(text: string, spell: (word: string) => string): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
  return plain.replaceAll(LETTERS, spell)
}
