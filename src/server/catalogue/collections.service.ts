import { type Collection, isLinked, type MenuEntry, type Need, ontoShelves } from '#domain/catalogue/collections.ts'
import type { ProductFilter, ProductKind } from '#domain/catalogue/product-filter.ts'
import { asDecoration } from '#domain/catalogue/product.ts'
import type { ProductSummary } from '#domain/catalogue/product.ts'
import type { Database } from '#server/platform/db/database.ts'
import { renderedPicture } from '#web/pictures/rendered-pictures.server.ts'
import { listCollectionIdsOf, listCollections, listFormerSlugs, listMembers, listNeeds } from './collections.queries.ts'
import { listKinds } from './filter.queries.ts'
import { listCards, type ProductMemory } from './product-memory.ts'
import { listProducts } from './products.queries.ts'

/** What every page needs of the collections. */
type Snapshot = {
  /** Visible ones, in the order of the menu. */
  collections: readonly Collection[]
  /** Former addresses, with the ID of the collection they redirect to; null means Shop All. */
  former: ReadonlyMap<string, string | null>
}

export type Shelf = { collection: Collection; products: ProductSummary[] }

export type CollectionService = ReturnType<typeof createCollectionService>

/**
 * The collections are cached in memory, because every page has the menu. A database notification invalidates them.
 * Without a database the last known ones are used.
 */
export function createCollectionService({ orm }: Pick<Database, 'orm'>, memory?: ProductMemory) {
  let reading: Promise<Snapshot> | undefined
  /** The result of `reading`, once it is there. */
  let current: Snapshot | undefined
  let lastKnown: Snapshot | undefined

  async function read(): Promise<Snapshot> {
    const [collections, former] = await Promise.all([listCollections(orm), listFormerSlugs(orm)])
    return { collections, former: new Map(former.map(({ slug, collectionId }) => [slug, collectionId])) }
  }

  /** Undefined if the database can't be reached and never could. */
  async function snapshot(): Promise<Snapshot | undefined> {
    const started = (reading ??= read())
    try {
      const found = await started
      if (reading === started) current = lastKnown = found
      return found
    } catch {
      // The caller's own query for products reports the failure.
      if (reading === started) reading = undefined
      return lastKnown
    }
  }

  /** Throws if the database can't be reached and never could. */
  async function find(slug: string): Promise<Collection | undefined> {
    const known = await snapshot()
    if (!known) throw new Error('failed to read the collections')
    return known.collections.find((collection) => collection.slug === slug)
  }

  function listFiltered(filter: ProductFilter, ids?: readonly string[]): Promise<ProductSummary[]> {
    if (Object.keys(filter).length === 0) return listCards(orm, memory, ids)
    return listProducts(orm, { filter, ...(ids && { ids }) })
  }

  async function listLinked(): Promise<Collection[]> {
    return ((await snapshot())?.collections ?? []).filter(isLinked)
  }

  /** The slug a former address now redirects to; null if its collection was deleted. */
  async function movedTo(slug: string): Promise<string | null | undefined> {
    const known = await snapshot()
    // A former address never wins over a current one.
    if (!known || known.collections.some((collection) => collection.slug === slug)) return undefined
    const id = known.former.get(slug)
    return id == null ? id : known.collections.find((collection) => collection.id === id)?.slug
  }

  return {
    find,
    listLinked,
    movedTo,

    /** Called when the catalog changes. A read already in flight is not used by later calls. */
    invalidate(): void {
      reading = undefined
      current = undefined
    },

    /** Returns true if the page exists or redirects, or if the database can't be reached. */
    async mayExist(slug: string): Promise<boolean> {
      if ((await snapshot()) === undefined) return true
      return (await find(slug)) !== undefined || (await movedTo(slug)) !== undefined
    },

    /** Returns true if the collections are in memory, and none has or had this slug. */
    isKnownMissing: (slug: string): boolean =>
      current !== undefined &&
      !current.former.has(slug) &&
      current.collections.every((collection) => collection.slug !== slug),

    menu: async (): Promise<MenuEntry[]> =>
      (await listLinked()).filter(({ isInMenu }) => isInMenu).map(({ slug, name, noun }) => ({ slug, name, noun })),

    /** In hand-picked order, under the collection's own label if it has one. */
    async listProducts(
      { id, cardLabel }: Pick<Collection, 'id' | 'cardLabel'>,
      filter: ProductFilter = {},
    ): Promise<{ products: ProductSummary[]; kinds: ProductKind[] | undefined }> {
      const ids = (await listMembers(orm, id)).get(id) ?? []
      const [found, kinds] = await Promise.all([listFiltered(filter, ids), listKinds(orm, ids)])
      const [inHandOrder = []] = ontoShelves(found, [ids]).shelves
      const products = filter.sort ? found : inHandOrder
      return {
        products: cardLabel ? products.map((product) => ({ ...product, category: cardLabel })) : products,
        kinds,
      }
    },

    /** Every product on sale once: in the first collection of the menu that has it, or in `rest`. */
    async listShelves(filter: ProductFilter = {}): Promise<{
      shelves: Shelf[]
      rest: ProductSummary[]
      products: ProductSummary[]
      kinds: ProductKind[] | undefined
    }> {
      const [products, members, linked, kinds] = await Promise.all([
        listFiltered(filter),
        listMembers(orm),
        listLinked(),
        listKinds(orm),
      ])
      const inMenu = linked.filter(({ isInMenu }) => isInMenu)
      const { shelves, rest } = ontoShelves(
        products,
        inMenu.map(({ id }) => members.get(id) ?? []),
      )
      return {
        shelves: inMenu.map((collection, index) => ({ collection, products: shelves[index] ?? [] })),
        rest,
        products,
        kinds,
      }
    },

    /** The collection shown in a product's breadcrumbs. */
    async findFor(productId: string): Promise<Collection | undefined> {
      const remembered = await memory?.products()
      const [ids, linked] = await Promise.all([
        remembered ? (remembered.get(productId)?.collectionIds ?? []) : listCollectionIdsOf(orm, productId),
        listLinked(),
      ])
      return ids.map((id) => linked.find((collection) => collection.id === id)).find((found) => found !== undefined)
    },

    /** Cards whose target is hidden, empty or not on sale are left out. */
    async listNeeds(): Promise<Need[]> {
      const [rows, linked] = await Promise.all([listNeeds(orm), listLinked()])
      const ids = rows.flatMap(({ productId }) => productId ?? [])
      const products = await listCards(orm, memory, ids)
      return rows.flatMap(({ name, picture, collectionId, productId }): Need[] => {
        const collection = linked.find(({ id }) => id === collectionId)
        if (collection)
          return [
            {
              name,
              picture: picture ? asDecoration(renderedPicture(picture)) : collection.picture,
              leadsTo: { kind: 'collection', slug: collection.slug },
            },
          ]
        const product = products.find(({ id }) => id === productId)
        if (!product) return []
        return [
          {
            name,
            picture: picture ? asDecoration(renderedPicture(picture)) : product.picture,
            leadsTo: { kind: 'product', slug: product.id },
          },
        ]
      })
    },
  }
}
