import { sql, type SQL } from 'drizzle-orm'
import type { ProductSummary } from '#domain/catalogue/product.ts'
import { closestWord } from '#domain/catalogue/spelling.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { ingredientsTable, inNameOrder, productsTable } from './catalogue.tables.ts'
import { activeProducts, toSummary } from './products.queries.ts'

export type SearchPage = { products: ProductSummary[]; total: number }

/** Below this similarity it is a different word, not a typo: "rosehp" is 0.5 from "rosehip". */
const SPELLING_LIKENESS = 0.4
const MAX_NEIGHBORS = 200

/** Products that contain every word, or a word with that prefix; best match first, then by name. */
export async function searchProducts(
  orm: Orm,
  words: readonly string[],
  { limit, offset }: { limit: number; offset: number },
): Promise<SearchPage> {
  const query = toQuery(words)
  const matches = sql`${productsTable}.search @@ ${query}`
  const [rows, total] = await Promise.all([
    activeProducts(orm, matches)
      .orderBy(sql`ts_rank(${productsTable}.search, ${query}) desc`, ...inNameOrder(productsTable))
      .limit(limit)
      .offset(offset),
    orm.$count(productsTable, sql`${productsTable.isActive} and ${matches}`),
  ])
  return { products: rows.map(toSummary), total }
}

/** Each word as the shop spells it: unchanged if it is a known prefix, else the nearest known word, else unchanged. */
export async function correctSpelling(orm: Orm, words: readonly string[]): Promise<string[]> {
  return Promise.all(
    words.map(async (word) => {
      const near = await listNear(orm, word)
      if (near.some((known) => known.word.startsWith(word))) return word
      const meant = closestWord(
        word,
        near.map((known) => known.word),
      )
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

export type Suggestion = { slug: string; name: string }

/** For type-ahead: products and ingredients with a word in their name that starts with the input. */
export async function suggest(
  orm: Orm,
  words: readonly string[],
  limit: number,
): Promise<{ products: Suggestion[]; ingredients: Suggestion[] }> {
  const query = toQuery(words, 'simple')
  const nameMatches = (name: SQL | typeof productsTable.name) =>
    sql`to_tsvector('simple', plain_text(${name})) @@ ${query}`
  const [products, ingredients] = await Promise.all([
    orm
      .select({ slug: productsTable.id, name: productsTable.name })
      .from(productsTable)
      .where(sql`${productsTable.isActive} and ${nameMatches(productsTable.name)}`)
      .orderBy(...inNameOrder(productsTable))
      .limit(limit),
    orm
      .select({ slug: ingredientsTable.slug, name: ingredientsTable.name })
      .from(ingredientsTable)
      .where(nameMatches(sql`${ingredientsTable.name}`))
      .orderBy(...inNameOrder(ingredientsTable))
      .limit(limit),
  ])
  return { products, ingredients }
}

/** Words are letters and digits only (domain/catalogue/search-terms.ts), so they can't contain an operator. */
function toQuery(words: readonly string[], configuration: 'english' | 'simple' = 'english'): SQL {
  return sql`to_tsquery(${sql.raw(`'${configuration}'`)}, ${words.map((word) => `${word}:*`).join(' & ')})`
}
