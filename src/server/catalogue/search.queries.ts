import { and, inArray, sql, type SQL } from 'drizzle-orm'
import { MOST_FOUND } from '#domain/catalogue/found-count.ts'
import type { NamedIngredient } from '#domain/catalogue/ingredient-names.ts'
import { matchLine } from '#domain/catalogue/match-line.ts'
import type { ProductFilter } from '#domain/catalogue/product-filter.ts'
import type { ProductSummary } from '#domain/catalogue/product.ts'
import type { Amounts, PriceRange } from '#domain/catalogue/search-amounts.ts'
import type { SearchTerm } from '#domain/catalogue/search-query.ts'
import type { Facet, LeftOut } from '#domain/catalogue/search-synonyms.ts'
import type { Size } from '#domain/catalogue/sizes.ts'
import { closestWord } from '#domain/catalogue/spelling.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { ingredientsTable, inNameOrder, productsTable } from './catalogue.tables.ts'
import { filterCondition, inOrder, isRated } from './filter.queries.ts'
import { activeProducts, type ProductRecord, toFacts, toSummary } from './products.queries.ts'

export type Range = { limit: number; offset?: number; filter?: ProductFilter }

/** What products must have, in SQL. */
export type Wanted = Amounts & {
  terms: readonly SearchTerm[]
  /** All of the terms, or any. */
  match: 'all' | 'any'
  /** Terms that are also found by the words as typed. */
  wide: ReadonlySet<SearchTerm>
  without: readonly LeftOut[]
}

/** Below this similarity it is a different word, not a typo: "rosehp" is 0.5 from "rosehip". */
const SPELLING_LIKENESS = 0.4
const MAX_NEIGHBORS = 200

/**
 * How many are found; above `MOST_FOUND` there may be any number. With a limit of one, the planner would scan the table
 * until it finds one rather than use an index.
 */
export async function countFound(orm: Orm, wanted: Wanted, filter: ProductFilter = {}): Promise<number> {
  const some = orm
    .select({ id: productsTable.id })
    .from(productsTable)
    .where(and(sql`${productsTable.isActive}`, toCondition(wanted), filterCondition(filter)))
    .limit(MOST_FOUND + 1)
    .as('some')
  const [row] = await orm.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

/** A product with its card's line on why it was found; empty if the search was only for words. */
export type FoundProduct = ProductSummary & { line: string }

/** Best match first unless the filter says otherwise, then by name. */
export async function listFound(
  orm: Orm,
  wanted: Wanted,
  total: number,
  { limit, offset = 0, filter = {} }: Range,
): Promise<FoundProduct[]> {
  const found = and(toCondition(wanted), filterCondition(filter))
  const order = inOrder(filter.sort)
  if (total > MOST_FOUND && !order) {
    const best = await listBest(orm, found, wanted, limit, offset)
    const rows = await activeProducts(orm, inArray(productsTable.id, best))
    return toFound(rows.toSorted(byPlaceIn(best)), wanted, filter)
  }
  const rows = await activeProducts(orm, found)
    .orderBy(...(order ?? byRank(wanted)), ...inNameOrder(productsTable))
    .limit(limit)
    .offset(offset)
  return toFound(rows, wanted, filter)
}

function byPlaceIn(ids: readonly string[]): (a: ProductRecord, b: ProductRecord) => number {
  return (a, b) => ids.indexOf(a.product.id) - ids.indexOf(b.product.id)
}

function toFound(rows: readonly ProductRecord[], wanted: Wanted, filter: ProductFilter): FoundProduct[] {
  const asked = askedFacts(wanted, filter)
  return rows.map((row) => ({ ...toSummary(row), line: matchLine(toFacts(row), asked) }))
}

function askedFacts({ terms, without }: Wanted, { skin, concern, scent, without: filtered }: ProductFilter): Facet[] {
  return [
    ...terms.flatMap(({ facets }) => facets),
    ...without.flatMap(({ groups }) => groups.map((group) => `free:${group}` as const)),
    ...(skin ?? []).map((type) => `skin:${type}` as const),
    ...(concern ?? []).map((one) => `concern:${one}` as const),
    ...(scent ?? []).map((one) => `scent:${one}` as const),
    ...(filtered ?? []).map((group) => `free:${group}` as const),
  ]
}

/**
 * The best of those that are named as typed, and of as many others, because ranking all takes seconds. They're ranked
 * while their words are loaded, and only those on the page are read in full.
 */
async function listBest(
  orm: Orm,
  found: SQL | undefined,
  wanted: Wanted,
  limit: number,
  offset: number,
): Promise<string[]> {
  const [name, exact] = inNameOrder(productsTable)
  const some = (condition: SQL | undefined) => sql`(
    select ${productsTable.id} as id, ${rankOf(wanted)} as rank, ${name} as name, ${exact} as exact
    from ${productsTable} where ${and(sql`${productsTable.isActive}`, condition)} limit ${MOST_FOUND})`
  const named = english(wanted.terms.flatMap(({ typed }) => typed.map(beginning)).join(' & '))
  const isNamed = sql`to_tsvector('english', plain_text(${productsTable.name})) @@ ${named}`
  const pool = wanted.terms.length > 0 ? sql`${some(and(isNamed, found))} union ${some(found)}` : some(found)
  const best = await orm
    .select({ id: sql<string>`id` })
    .from(sql`(${pool}) as best`)
    .orderBy(sql`rank desc, name, exact`)
    .limit(limit)
    .offset(offset)
  return best.map(({ id }) => id)
}

/** The condition for a product to be found. */
export function toCondition({ terms, match, wide, without, price, size, minRating }: Wanted): SQL | undefined {
  const queries = terms.map((term) => toQuery(term, wide.has(term)))
  const combined = sql.join(queries, match === 'all' ? sql` && ` : sql` || `)
  return and(
    queries.length > 0 ? sql`${productsTable}.search @@ (${combined})` : undefined,
    without.length > 0 ? isWithout(without) : undefined,
    price || size ? isOffered(price ?? {}, size) : undefined,
    minRating === undefined ? undefined : isRated(minRating),
  )
}

/** The words as typed count for the rank, even if a fact is enough to be found. */
function byRank(wanted: Wanted): SQL[] {
  return wanted.terms.length === 0 ? [] : [sql`${rankOf(wanted)} desc`]
}

/** If any of the terms will do, how many of them a product has comes first: `ts_rank` stays below one. */
function rankOf({ terms, match }: Wanted): SQL {
  if (terms.length === 0) return sql`0`
  const all = sql.join(
    terms.map((term) => toQuery(term, true)),
    sql` || `,
  )
  const rank = sql`ts_rank(${productsTable}.search, ${all})`
  if (match === 'all') return rank
  const hits = terms.map((term) => sql`(${productsTable}.search @@ ${toQuery(term, false)})::int`)
  return sql`(${sql.join(hits, sql` + `)} + ${rank})`
}

/** Words are letters and digits only (domain/catalogue/search-terms.ts), so they can't contain an operator. */
function toQuery({ typed, facets, words, missing }: SearchTerm, isWide: boolean): SQL {
  const isNamed = missing !== undefined
  const inPlace = (word: string) => (isNamed ? asName(word) : beginning(word))
  const alternatives = [
    ...facets.map(facetQuery),
    ...words.map((word) => english(inPlace(word))),
    ...(isWide || isNamed ? [english(typed.map(inPlace).join(' & '))] : []),
  ]
  return sql`(${sql.join(alternatives, sql` || `)})`
}

/** A whole word of a name, category, key ingredient or “Also found by”. */
function asName(word: string): string {
  return `${word}:AB`
}

/** A single letter only matches a whole word: "vitamin c" doesn't match every word with a C. */
function beginning(word: string): string {
  return word.length > 1 ? `${word}:*` : word
}

function english(query: string): SQL {
  return sql`to_tsquery('english', ${query})`
}

/** Facts are words in the index that no text contains; the migration that created it has the same rule. */
function facetQuery(facet: Facet): SQL {
  const [kind = '', group = ''] = facet.split(':')
  const query = kind === 'free' ? `fxlisted & !fx${inLetters(`has${group}`)}` : `fx${inLetters(facet)}`
  return sql`to_tsquery('simple', ${query})`
}

function inLetters(facet: string): string {
  return facet.replaceAll(/[^a-z]/g, '')
}

/** Only a product whose ingredients are listed is known to be without one of them. */
function isWithout(without: readonly LeftOut[]): SQL | undefined {
  const groups = new Set(without.flatMap((leftOut) => leftOut.groups))
  const phrases = new Set(without.flatMap((leftOut) => leftOut.phrases))
  return and(
    sql`${productsTable}.search @@ to_tsquery('simple', 'fxlisted')`,
    ...Array.from(groups, (group) => sql`${productsTable}.search @@ ${facetQuery(`free:${group}`)}`),
    phrases.size > 0 ? sql`not ${isOnLabel([...phrases])}` : undefined,
  )
}

/** With any of these phrases in the product's list of ingredients, by whole words. */
function isOnLabel(phrases: readonly string[]): SQL {
  const queries = phrases.map((phrase) => sql`phraseto_tsquery('english', plain_text(${phrase}))`)
  return sql`${productsTable}.contents @@ (${sql.join(queries, sql` || `)})`
}

/** In the price range, of the size, or both: a bottle of that size at that price. */
function isOffered({ minCents, maxCents }: PriceRange, size: Size | undefined): SQL {
  const ofSize = size && sql`(unit = ${size} or (unit = 'single' and ${productsTable.singleSizeInfo} = ${size}))`
  const conditions = [
    sql`product_id = ${productsTable.id}`,
    sql`offered_until is null`,
    ...(minCents === undefined ? [] : [sql`price_cents >= ${minCents}`]),
    ...(maxCents === undefined ? [] : [sql`price_cents <= ${maxCents}`]),
    ...(ofSize ? [ofSize] : []),
  ]
  return sql`exists (select from offered_prices where ${sql.join(conditions, sql` and `)})`
}

/** Those of these terms whose facts no product has. */
export async function listFactless(orm: Orm, terms: readonly SearchTerm[]): Promise<SearchTerm[]> {
  return listUnmatched(orm, terms, ({ facets }) => facets.map(facetQuery))
}

/** Those of these terms that only count in names and that no product is named by. */
export async function listUnnamed(orm: Orm, terms: readonly SearchTerm[]): Promise<SearchTerm[]> {
  return listUnmatched(
    orm,
    terms.filter(({ missing }) => missing !== undefined),
    (term) => [toQuery(term, false)],
  )
}

async function listUnmatched(
  orm: Orm,
  terms: readonly SearchTerm[],
  queriesOf: (term: SearchTerm) => SQL[],
): Promise<SearchTerm[]> {
  const found = await Promise.all(
    terms.map(async (term) => {
      const queries = queriesOf(term)
      if (queries.length === 0) return false
      const isThere = sql`${productsTable}.search @@ (${sql.join(queries, sql` || `)})`
      const rows = await orm
        .select({ one: sql`1` })
        .from(productsTable)
        .where(and(sql`${productsTable.isActive}`, isThere))
        .limit(1)
      return rows.length > 0
    }),
  )
  return terms.filter((_, index) => !found[index])
}

export async function listIngredientNames(orm: Orm): Promise<NamedIngredient[]> {
  const { name, inci, richIn } = ingredientsTable
  return orm.select({ name, inci, richIn }).from(ingredientsTable)
}

/** Those of these phrases that are in any product's list of ingredients. */
export async function listOnLabels(orm: Orm, phrases: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    phrases.map((phrase) =>
      orm
        .select({ one: sql`1` })
        .from(productsTable)
        .where(and(sql`${productsTable.isActive}`, isOnLabel([phrase])))
        .limit(1),
    ),
  )
  return phrases.filter((_, index) => found[index]?.length)
}

/** Each word as the shop spells it: unchanged if it is a known prefix, else the nearest known word, else unchanged. */
export async function correctSpelling(
  orm: Orm,
  words: readonly string[],
  others: readonly string[] = [],
): Promise<string[]> {
  return Promise.all(
    words.map(async (word) => {
      const near = await listNear(orm, word)
      if (near.some((known) => known.word.startsWith(word))) return word
      const meant = closestWord(word, [...near.map((known) => known.word), ...others])
      const [nearest] = near
      return meant ?? (nearest && nearest.likeness >= SPELLING_LIKENESS ? nearest.word : word)
    }),
  )
}

/**
 * Known words with the same start or shared trigrams, most similar first. Short words with swapped letters share no
 * trigram.
 */
async function listNear(orm: Orm, word: string): Promise<{ word: string; likeness: number }[]> {
  const likeness = sql<number>`similarity(word, ${word})`
  return orm
    .select({ word: sql<string>`word`, likeness })
    .from(sql`search_words`)
    .where(
      sql`word % ${word} or word like ${`${word}%`}
        or (left(word, 1) = ${word.slice(0, 1)} and abs(length(word) - ${word.length}) <= 2)`,
    )
    .orderBy(sql`${likeness} desc`, sql`word`)
    .limit(MAX_NEIGHBORS)
}

export type IngredientSuggestion = { slug: string; name: string; summary: string; groups: string[] }

/** Ingredients with words that start as typed: in their name first, then in their texts. */
export async function suggestIngredients(
  orm: Orm,
  words: readonly string[],
  limit: number,
): Promise<IngredientSuggestion[]> {
  const { slug, name, summary, benefits, groups } = ingredientsTable
  const query = english(words.map(beginning).join(' & '))
  const inName = sql`to_tsvector('english', plain_text(${name})) @@ ${query}`
  const inTexts = sql`to_tsvector('english', plain_text(${name} || ' ' || ${summary} || ' ' || ${benefits})) @@ ${query}`
  return orm
    .select({ slug, name, summary, groups })
    .from(ingredientsTable)
    .where(inTexts)
    .orderBy(sql`(${inName}) desc`, ...inNameOrder(ingredientsTable))
    .limit(limit)
}
