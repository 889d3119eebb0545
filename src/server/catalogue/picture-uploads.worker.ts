import { MAX_PICTURES, TOO_MANY_PICTURES } from '#domain/catalogue/product.ts'
import { type BackOff, backOffMs } from '#domain/time/back-off.ts'
import { addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { defineQueue, type Queue } from '#server/platform/worker/queue.ts'
import { collectionParts } from './collections.edits.ts'
import {
  claimUploads,
  failUpload,
  finishUpload,
  pictureUploadDepth,
  postponeUpload,
  readUploadBody,
  type UploadRow,
} from './picture-uploads.queries.ts'
import { insertPicture } from './pictures.queries.ts'
import { productParts } from './products.edits.ts'
import type { ResizePicture } from './resizer.ts'

export type PictureQueueDeps = { database: Pick<Database, 'orm'>; resize: ResizePicture }

/** One at a time: a machine with two cores keeps one for its shoppers. */
const LEASE = { limit: 1, leaseMs: 5 * 60_000 }
const PACE = { everyMs: 5000, busyMs: 0 }
const RETRY: BackOff = { firstMs: 5000, longestMs: 60_000, maxAttempts: 3 }

/** In the audit log: a picture for any page. */
export const LIBRARY_UPLOAD = 'picture.upload'

const UNREADABLE = 'This picture couldn’t be prepared. Try again, or try another file.'

/** Resizes uploaded pictures and adds each to its product or collection, if it is for one. */
export function createPictureQueue({ database: { orm }, resize }: PictureQueueDeps): Queue {
  async function prepare(upload: UploadRow): Promise<void> {
    const made = await resize(await readUploadBody(orm, upload.id), upload.alt)
    if (!made.ok) return orm.transaction((tx) => failUpload(tx, upload, made.message))
    await orm.transaction((tx) => insertPicture(tx, made.picture, made.files))
    const { address } = made.picture
    await orm.transaction(async (tx) => {
      const problem = await problemOf(tx, upload, address)
      if (problem !== undefined) await failUpload(tx, upload, problem)
      else if (await finishUpload(tx, upload)) await add(tx, upload, address)
    })
  }

  return defineQueue({
    name: 'picture_uploads',
    depth: pictureUploadDepth,
    channel: 'picture_uploads',
    pace: PACE,
    lease: LEASE,
    claim: (lease) => claimUploads(orm, lease),
    describe: ({ id, productId, collectionId, attempts }) => ({ upload: id, productId, collectionId, attempts }),
    work: prepare,
    retry: {
      delayMs: ({ attempts }) => backOffMs(attempts, RETRY),
      postpone: (upload, { retryInMs }) => postponeUpload(orm, upload, retryInMs),
      deadLetter: {
        isExhausted: ({ attempts }) => attempts > RETRY.maxAttempts,
        markDead: (upload) => orm.transaction((tx) => failUpload(tx, upload, UNREADABLE)),
      },
    },
  })
}

/** Why the product can't take this picture. The owner uploaded it, so it's never dropped silently. */
async function problemOf(tx: Orm, { productId }: UploadRow, address: string): Promise<string | undefined> {
  if (productId === null) return undefined
  const current = (await productParts.pictures.read(tx, productId)) ?? []
  if (current.some(({ picture }) => picture === address)) return 'This product already has this picture.'
  return current.length >= MAX_PICTURES ? TOO_MANY_PICTURES : undefined
}

async function add(tx: Orm, upload: UploadRow, address: string): Promise<void> {
  const { productId, collectionId, alt, operatorId, actor: name } = upload
  const actor = { operatorId, actor: name }
  if (collectionId !== null) {
    await collectionParts.picture.change(tx, { id: collectionId, value: { picture: address }, actor })
    return
  }
  if (productId === null) {
    const [before, after] = [{ isInLibrary: false }, { isInLibrary: true }]
    await addAudit(tx, { ...actor, action: LIBRARY_UPLOAD, subjectKind: 'picture', subjectId: address, before, after })
    return
  }
  const current = await productParts.pictures.read(tx, productId)
  if (!current) return
  await productParts.pictures.replace(tx, current, {
    id: productId,
    value: [...current, { picture: address, alt, sizes: [] }],
    actor,
  })
}
