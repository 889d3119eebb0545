import type { ProductSummary } from '#domain/catalogue/product.ts'
import { asTerm, isKnownWord, parseSearch, type SearchQuery } from '#domain/catalogue/search-query.ts'
import { KNOWN_WORDS, type LeftOut } from '#domain/catalogue/search-synonyms.ts'
import { plainWords, SEARCH_PAGE_SIZE } from '#domain/catalogue/search-terms.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  correctSpelling,
  listIngredientWords,
  listFactless,
  type Range,
  type SearchPage,
  searchProducts,
  suggest as suggestNames,
  type Suggestion,
  type Wanted,
} from './search.queries.ts'

export type SearchResult = {
  products: ProductSummary[]
  total: number
  /** The corrected text that was searched for when the typed one found nothing. */
  correctedTo: string | undefined
  /** What comes nearest, if nothing was found. Never with anything that was to be left out. */
  closest: ProductSummary[]
}

const CLOSEST_COUNT = 8
const SUGGESTION_COUNT = 5
const LETTERS = /[a-z]+/g

/** A query whose exclusions are known to be ingredients. */
type Settled = Omit<SearchQuery, 'without'> & { without: LeftOut[] }

export type SearchService = ReturnType<typeof createSearchService>

export function createSearchService({ orm }: Pick<Database, 'orm'>) {
  /** "Lavander free" is without lavender; "cruelty free" names no ingredient, so it is looked for as any word. */
  async function settle(query: SearchQuery): Promise<Settled> {
    const unsure = query.without.filter(({ what }) => what === undefined)
    const words = unsure.flatMap(({ typed: [word = ''] }) => word)
    const spelled = words.length > 0 ? await correctSpelling(orm, words) : []
    const known = new Set(await listIngredientWords(orm, [...new Set([...words, ...spelled])]))
    const without = query.without.flatMap((exclusion): LeftOut[] => {
      if (exclusion.what) return [exclusion.what]
      const at = unsure.indexOf(exclusion)
      const inci = [words[at] ?? '', spelled[at] ?? ''].find((word) => known.has(word))
      return inci === undefined ? [] : [{ inci: [inci] }]
    })
    const others = unsure.filter((_, at) => ![words[at], spelled[at]].some((word) => word && known.has(word)))
    return { ...query, terms: [...query.terms, ...others.map(asTerm)], without }
  }

  /** Undefined if every word is spelled as the shop does. */
  async function correct(text: string): Promise<string | undefined> {
    const words = plainWords(text).filter((word) => /^[a-z]+$/.test(word) && !isKnownWord(word))
    const corrected = await correctSpelling(orm, words, [...KNOWN_WORDS])
    const spelling = new Map(words.map((word, index) => [word, corrected[index] ?? word]))
    const plain = text
      .normalize('NFD')
      .replaceAll(/\p{M}+/gu, '')
      .toLowerCase()
    const result = plain.replaceAll(LETTERS, (word) => spelling.get(word) ?? word)
    return result === plain ? undefined : result
  }

  /** Where no product has a fact, its words will do: a shop may have none of them ticked. */
  async function findWide(query: Settled, range: Range): Promise<SearchPage> {
    const wide = new Set(await listFactless(orm, query.terms))
    return searchProducts(orm, { ...query, match: 'all', wide }, range)
  }

  /** Nothing has everything: what has most of it. What was to be left out still is; price and size may have to give way. */
  async function findClosest(query: Settled): Promise<ProductSummary[]> {
    const wanted: Wanted = { ...query, match: 'any', wide: new Set(query.terms) }
    const range = { limit: CLOSEST_COUNT, offset: 0 }
    const { products } = await searchProducts(orm, wanted, range)
    if (products.length > 0 || (!query.price && !query.size)) return query.terms.length > 0 ? products : []
    return (await searchProducts(orm, { ...wanted, price: undefined, size: undefined }, range)).products
  }

  /** Accepts any text a visitor types. Pages count from 1. */
  async function search(text: string, page: number): Promise<SearchResult> {
    const range = { limit: SEARCH_PAGE_SIZE, offset: (page - 1) * SEARCH_PAGE_SIZE }
    const typed = await settle(parseSearch(text))
    if (isEmpty(typed)) return { products: [], total: 0, correctedTo: undefined, closest: [] }
    const strict = await searchProducts(orm, { ...typed, match: 'all', wide: new Set() }, range)
    if (strict.total > 0) return { ...strict, correctedTo: undefined, closest: [] }
    const wide = await findWide(typed, range)
    if (wide.total > 0) return { ...wide, correctedTo: undefined, closest: [] }
    const correctedTo = await correct(text)
    const corrected = correctedTo === undefined ? typed : await settle(parseSearch(correctedTo))
    if (correctedTo !== undefined && !isEmpty(corrected)) {
      const found = await findWide(corrected, range)
      if (found.total > 0) return { ...found, correctedTo, closest: [] }
    }
    return { products: [], total: 0, correctedTo: undefined, closest: await findClosest(corrected) }
  }

  async function suggest(words: readonly string[]): Promise<{ products: Suggestion[]; ingredients: Suggestion[] }> {
    return words.length === 0 ? { products: [], ingredients: [] } : suggestNames(orm, words, SUGGESTION_COUNT)
  }

  return { search, suggest }
}

function isEmpty({ terms, without, price, size }: Settled): boolean {
  return terms.length === 0 && without.length === 0 && !price && !size
}
