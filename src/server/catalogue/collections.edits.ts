import { z } from 'zod'
import { COLLECTION_FIELDS } from '#domain/catalogue/collection-fields.ts'
import type { AuditAction } from '#domain/operators/activity.ts'
import { isSlug } from '#domain/text/slug.ts'
import { editable } from '#server/platform/audit/editable.ts'
import type { Orm } from '#server/platform/db/database.ts'
import {
  deleteWhole,
  findSlugOwner,
  insertWhole,
  isCollectionNameTaken,
  listExistingProducts,
  lockCollections,
  readContent,
  readMenuOrder,
  readNeedCards,
  readPicture,
  readVisibility,
  readWhole,
  writeColumns,
  writeContent,
  writeMenuOrder,
  writeNeedCards,
} from './collection-editor.queries.ts'
import type { CollectionContent, WholeCollection } from './collections.views.ts'
import { describedForm } from './described-form.ts'
import { isProductThere } from './product-editor.queries.ts'
import { isReservedSlug } from './reserved-slugs.ts'

/** There is only one of each, but the audit log needs an id. */
export const THE_MENU = 'menu'
export const THE_NEEDS = 'needs'

export const MAX_NEEDS = 8

export const collectionTextsForm = describedForm(COLLECTION_FIELDS)

const contentSchema: z.ZodType<CollectionContent> = z.intersection(
  collectionTextsForm.schema,
  z.object({ isInMenu: z.boolean(), products: z.array(z.string()) }),
)
const wholeSchema: z.ZodType<WholeCollection> = z.intersection(
  contentSchema,
  z.object({
    picture: z.string(),
    isVisible: z.boolean(),
    position: z.int(),
    formerSlugs: z.array(z.string()),
    needs: z.array(z.object({ position: z.int(), name: z.string(), picture: z.string() })),
  }),
)

const ofCollection = { subjectKind: 'collection' } as const

/** Why this content can't be saved, as a sentence; undefined if it can. */
export async function problemOf(
  tx: Orm,
  id: string,
  { name, slug, products }: CollectionContent,
): Promise<string | undefined> {
  if (!isSlug(slug)) return 'The address takes lowercase letters, digits and single hyphens, as in body-hair.'
  if (isReservedSlug(slug)) return `/${slug} is another page of the shop. Choose another address.`
  if (await isCollectionNameTaken(tx, name, id)) return 'Another collection has this name.'
  const owner = await findSlugOwner(tx, slug, id)
  if (owner)
    return owner.isFormer
      ? `/${slug} is an old address of ${owner.name} and leads there. Choose another address.`
      : `${owner.name} is at /${slug}. Choose another address.`
  if (new Set(products).size < products.length) return 'A product is in here twice.'
  const existing = await listExistingProducts(tx, products)
  const unknown = products.find((product) => !existing.includes(product))
  return unknown === undefined ? undefined : `There is no product ${unknown}.`
}

function locked<Value>(read: (tx: Orm, id: string) => Promise<Value>): (tx: Orm, id: string) => Promise<Value> {
  return async (tx, id) => {
    await lockCollections(tx)
    return read(tx, id)
  }
}

export const collectionParts = {
  content: editable<CollectionContent>({
    ...ofCollection,
    action: 'collection.edit',
    least: 'staff',
    schema: contentSchema,
    completeLogged: (logged, current) => collectionTextsForm.completeLogged(logged, current),
    read: locked(readContent),
    write: writeContent,
    refuse: problemOf,
  }),
  visibility: editable({
    ...ofCollection,
    action: 'collection.visibility',
    least: 'owner',
    schema: z.object({ isVisible: z.boolean() }),
    read: locked(readVisibility),
    write: writeColumns,
  }),
  picture: editable({
    ...ofCollection,
    action: 'collection.picture',
    least: 'staff',
    schema: z.object({ picture: z.string() }),
    read: locked(readPicture),
    write: writeColumns,
  }),
  menu: editable<string[]>({
    ...ofCollection,
    action: 'collection.order',
    least: 'staff',
    schema: z.array(z.string()),
    read: locked(readMenuOrder),
    write: (tx, _id, ids) => writeMenuOrder(tx, ids),
    refuse: async (tx, _id, ids) =>
      JSON.stringify(ids.toSorted()) === JSON.stringify((await readMenuOrder(tx)).toSorted())
        ? undefined
        : 'The collections changed while you were editing. Reload the page and try again.',
  }),
  created: presence('collection.create'),
  deleted: presence('collection.delete'),
}

/** Includes whether it exists, so that undo restores a deleted collection and removes a new one. */
function presence(action: AuditAction) {
  return editable<{ collection: WholeCollection | null }>({
    ...ofCollection,
    action,
    least: 'owner',
    schema: z.object({ collection: wholeSchema.nullable() }),
    read: locked(async (tx, id) => ({ collection: (await readWhole(tx, id)) ?? null })),
    write: async (tx, id, { collection }, current) => {
      if (current.collection) await deleteWhole(tx, id, current.collection.slug)
      if (collection) await insertWhole(tx, id, collection)
    },
    refuse: async (tx, id, { collection }) =>
      collection ? problemOf(tx, id, { ...collection, products: [] }) : undefined,
  })
}

export const needsPart = editable({
  action: 'needs.change',
  subjectKind: 'needs',
  least: 'owner',
  schema: z
    .array(
      z.object({
        name: z.string().min(1).max(40),
        picture: z.string(),
        leadsTo: z.string().regex(/^(collection|product):[a-z0-9-]+$/),
      }),
    )
    .max(MAX_NEEDS),
  read: locked((tx) => readNeedCards(tx)),
  write: (tx, _id, cards) => writeNeedCards(tx, cards),
  refuse: async (tx, _id, cards) => {
    for (const { name, leadsTo } of cards) {
      const [kind, id = ''] = leadsTo.split(':')
      const isThere = kind === 'product' ? await isProductThere(tx, id) : (await readMenuOrder(tx)).includes(id)
      if (!isThere) return `What “${name}” linked to no longer exists. Choose something else.`
    }
    return undefined
  },
})
