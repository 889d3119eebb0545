import { isLinked } from '#domain/catalogue/collections.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { type EditResult, versionToken } from '#server/platform/audit/editable.ts'
import type { Database } from '#server/platform/db/database.ts'
import { SNAPSHOT } from '#server/platform/db/snapshot.ts'
import type { PendingPicture } from './catalogue.views.ts'
import {
  listFormerSlugsOf,
  listRows,
  lockCollections,
  readContent,
  readMenuOrder,
  readNeedCards,
  readWhole,
} from './collection-editor.queries.ts'
import { collectionParts, needsPart, problemOf, THE_MENU, THE_NEEDS } from './collections.edits.ts'
import { listMembers } from './collections.queries.ts'
import type { CollectionContent, CollectionToEdit, NeedCard, WholeCollection } from './collections.views.ts'
import { insertUpload, listUploads, removeUpload, toPendingPicture } from './picture-uploads.queries.ts'
import { findUploadedPicture } from './pictures.queries.ts'
import { listAnyProducts } from './products.queries.ts'
import type { SentPicture } from './read-picture-form.ts'

export type CollectionCreated = { ok: true; id: string; auditId: number | undefined } | { ok: false; message: string }

export type CollectionEditor = ReturnType<typeof createCollectionEditor>

export function createCollectionEditor({ orm }: Database) {
  return {
    /** All collections in menu order, all products by name, and which product is in which collection. */
    list: () =>
      orm.transaction(async (tx) => {
        const [rows, members, products] = [await listRows(tx), await listMembers(tx), await listAnyProducts(tx)]
        const onSale = new Set(products.filter(({ isActive }) => isActive).map(({ id }) => id))
        const collections = rows.map(({ id, name, slug, isVisible, isInMenu, picture }) => {
          const ids = members.get(id) ?? []
          const count = ids.filter((product) => onSale.has(product)).length
          return {
            id,
            name,
            slug,
            isVisible,
            isInMenu,
            picture,
            products: ids,
            isLinked: isVisible && isLinked({ count }),
          }
        })
        const order = rows.map(({ id }) => id)
        return { collections, products, menuVersion: versionToken(order) }
      }, SNAPSHOT),

    find: (id: string): Promise<CollectionToEdit | undefined> =>
      orm.transaction(async (tx) => {
        const [whole, content] = [await readWhole(tx, id), await readContent(tx, id)]
        if (!whole || !content) return undefined
        const { isVisible, picture } = whole
        return {
          id,
          content,
          version: versionToken(content),
          isVisible,
          picture,
          uploaded: await findUploadedPicture(tx, picture),
          formerSlugs: await listFormerSlugsOf(tx, id),
        }
      }, SNAPSHOT),

    /** Added at the end of the menu; visible at once, but linked only once it has a product. */
    create: (content: CollectionContent, actor: Actor): Promise<CollectionCreated> =>
      orm.transaction(async (tx) => {
        const id = crypto.randomUUID()
        await lockCollections(tx)
        const message = await problemOf(tx, id, content)
        if (message !== undefined) return { ok: false, message }
        const position = (await readMenuOrder(tx)).length + 1
        const collection: WholeCollection = {
          ...content,
          picture: '',
          isVisible: true,
          position,
          formerSlugs: [],
          needs: [],
        }
        const auditId = await collectionParts.created.replace(
          tx,
          { collection: null },
          { id, value: { collection }, actor },
        )
        return { ok: true, id, auditId }
      }),

    save: (
      id: string,
      value: CollectionContent,
      expectedVersion: string,
      actor: Actor,
    ): Promise<EditResult<CollectionContent>> =>
      orm.transaction((tx) => collectionParts.content.change(tx, { id, value, expectedVersion, actor })),

    show: (id: string, isVisible: boolean, actor: Actor) =>
      orm.transaction((tx) => collectionParts.visibility.change(tx, { id, value: { isVisible }, actor })),

    /** Its addresses redirect to Shop All from now on. */
    remove: (id: string, actor: Actor): Promise<EditResult<unknown>> =>
      orm.transaction(async (tx): Promise<EditResult<unknown>> => {
        const current = await collectionParts.deleted.read(tx, id)
        if (!current?.collection) return { ok: false, code: 'not_found' }
        const auditId = await collectionParts.deleted.replace(tx, current, { id, value: { collection: null }, actor })
        return { ok: true, auditId }
      }),

    reorder: (ids: string[], expectedVersion: string, actor: Actor): Promise<EditResult<string[]>> =>
      orm.transaction((tx) => collectionParts.menu.change(tx, { id: THE_MENU, value: ids, expectedVersion, actor })),

    /** Resized in the background. Returns false if the collection doesn't exist. */
    uploadPicture: (id: string, { file, fileName, alt }: SentPicture, actor: Actor): Promise<boolean> =>
      orm.transaction(async (tx) => {
        if (!(await readContent(tx, id))) return false
        await insertUpload(tx, { collectionId: id, fileName, alt, ...actor }, file)
        return true
      }),

    listUploads: async (id: string): Promise<PendingPicture[]> =>
      (await listUploads(orm, { collectionId: id })).map(toPendingPicture),

    removeUpload: (id: string, uploadId: string): Promise<boolean> => removeUpload(orm, uploadId, { collectionId: id }),

    removePicture: (id: string, actor: Actor) =>
      orm.transaction((tx) => collectionParts.picture.change(tx, { id, value: { picture: '' }, actor })),

    async needs(): Promise<{ cards: NeedCard[]; version: string }> {
      const cards = await readNeedCards(orm)
      return { cards, version: versionToken(cards) }
    },

    saveNeeds: (value: NeedCard[], expectedVersion: string, actor: Actor): Promise<EditResult<NeedCard[]>> =>
      orm.transaction((tx) => needsPart.change(tx, { id: THE_NEEDS, value, expectedVersion, actor })),
  }
}
