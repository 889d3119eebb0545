import type { CollectionTexts } from './collection-fields.ts'
import type { UploadedPicture } from './product.ts'

/** A collection as its page shows it. */
export type Collection = Omit<CollectionTexts, 'searchWords'> & {
  id: string
  picture: UploadedPicture | undefined
  isInMenu: boolean
  /** Products on sale. */
  count: number
}

export type MenuEntry = Pick<Collection, 'slug' | 'name' | 'noun'>

/** A "Shop by Need" card and what it links to. */
export type Need = {
  name: string
  picture: UploadedPicture | undefined
  leadsTo: { kind: 'collection' | 'product'; slug: string }
}

type Texts = Pick<
  Collection,
  'name' | 'title' | 'eyebrow' | 'lead' | 'noun' | 'failureText' | 'seoTitle' | 'seoDescription'
>

/** The texts of a collection's page, with the empty ones filled in and the products counted. */
export function pageTexts(texts: Texts, count: number) {
  const title = texts.title || texts.name
  return {
    eyebrow: withCount(texts.eyebrow, count),
    title: withCount(title, count),
    lead: withCount(texts.lead, count),
    seoTitle: withCount(texts.seoTitle || title, count),
    seoDescription: withCount(texts.seoDescription || texts.lead, count),
    emptyText: `No ${nounOf(texts)} found.`,
    failureText: texts.failureText || `Failed to load ${nounOf(texts)}`,
  }
}

/** Shown while a page is loading. */
export function loadingText(texts: Pick<Collection, 'noun'>): string {
  return `Loading ${nounOf(texts)}...`
}

export function withCount(text: string, count: number): string {
  return text.replaceAll('{n}', String(count))
}

function nounOf({ noun }: Pick<Collection, 'noun'>): string {
  return noun || 'products'
}

/** A collection is linked from the menu and the sitemap only while something in it can be bought. */
export function isLinked({ count }: Pick<Collection, 'count'>): boolean {
  return count > 0
}

/**
 * Puts each item on only one shelf, the first that has it. Shop All shows each product once, although a product may be
 * in several collections.
 */
export function ontoShelves<Item extends { id: string }>(
  items: readonly Item[],
  shelves: readonly (readonly string[])[],
): { shelves: Item[][]; rest: Item[] } {
  const left = new Map(items.map((item) => [item.id, item]))
  const filled = shelves.map((ids) =>
    ids.flatMap((id) => {
      const item = left.get(id)
      left.delete(id)
      return item ? [item] : []
    }),
  )
  return { shelves: filled, rest: [...left.values()] }
}

/** Moves one item to a place, counted from 0; places beyond the ends are clamped. An unknown item moves nothing. */
export function moveTo<Item>(items: readonly Item[], item: Item, place: number): Item[] {
  if (!items.includes(item)) return [...items]
  const others = items.filter((other) => other !== item)
  const index = Math.min(Math.max(place, 0), others.length)
  return [...others.slice(0, index), item, ...others.slice(index)]
}

/**
 * Applies typed positions, counted from 1, to a list: an item with a new number moves there, or to the next free place,
 * and the others fill the remaining places in order. Items without a number don't move.
 */
export function inTypedOrder<Item>(rows: readonly { item: Item; typed: number | undefined }[]): Item[] {
  const wanted = rows.map(({ item, typed }, index) => ({ item, place: (typed ?? index + 1) - 1, index }))
  const isMoved = ({ place, index }: { place: number; index: number }) => place !== index
  const free = new Set(rows.keys())
  const placed: { item: Item; place: number }[] = []
  for (const { item, place } of wanted.filter(isMoved).toSorted((a, b) => a.place - b.place)) {
    const last = [...free].at(-1) ?? 0
    const next = [...free].find((candidate) => candidate >= place) ?? last
    free.delete(next)
    placed.push({ item, place: next })
  }
  const left = [...free]
  const others = wanted.filter((row) => !isMoved(row)).map(({ item }, index) => ({ item, place: left[index] ?? 0 }))
  return [...placed, ...others].toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}
