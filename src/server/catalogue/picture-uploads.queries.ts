import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { deleteSome, type Purge } from '#server/platform/db/purge.ts'
import { dueSql, inMs, isDue, msAgo } from '#server/platform/db/time.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import type { Lease } from '#server/platform/worker/queue.ts'
import type { PendingPicture } from './catalogue.views.ts'
import { pictureUploadSlicesTable, pictureUploadsTable } from './pictures.tables.ts'

/** The embedded database stores a slice of this size in a few milliseconds, between two requests. */
const SLICE_BYTES = 128 * 1024

export const pictureUploadDepth: DepthSql = {
  due: `picture_uploads where state = 'waiting' and ${dueSql('retry_at')}`,
  since: 'retry_at',
  dead: `picture_uploads where state = 'failed'`,
}

/** For no product and no collection: a picture that any page can show. */
export const LIBRARY = { productId: null, collectionId: null } as const

/** What the picture is for. */
export type UploadTarget = { productId: string } | { collectionId: string } | typeof LIBRARY

export type UploadRow = typeof pictureUploadsTable.$inferSelect

export async function insertUpload(
  tx: Orm,
  row: UploadTarget & Pick<UploadRow, 'fileName' | 'alt' | 'operatorId' | 'actor'>,
  body: Uint8Array,
): Promise<void> {
  const [inserted] = await tx.insert(pictureUploadsTable).values(row).returning({ id: pictureUploadsTable.id })
  if (!inserted) throw new Error('picture upload not stored')
  for (let position = 0; position * SLICE_BYTES < body.byteLength; position += 1)
    await tx.insert(pictureUploadSlicesTable).values({
      uploadId: inserted.id,
      position,
      body: body.subarray(position * SLICE_BYTES, (position + 1) * SLICE_BYTES),
    })
}

export async function readUploadBody(orm: Orm, id: string): Promise<Uint8Array> {
  const { uploadId, position, body } = pictureUploadSlicesTable
  const slices: Uint8Array[] = []
  for (;;) {
    const [slice] = await orm
      .select({ body })
      .from(pictureUploadSlicesTable)
      .where(and(eq(uploadId, id), eq(position, slices.length)))
    if (!slice) return Buffer.concat(slices)
    slices.push(slice.body)
  }
}

/** Unfinished uploads for the same target, oldest first. */
export async function listUploads(orm: Orm, target: UploadTarget): Promise<UploadRow[]> {
  return orm
    .select()
    .from(pictureUploadsTable)
    .where(isFor(target))
    .orderBy(asc(pictureUploadsTable.createdAt), asc(pictureUploadsTable.id))
}

/** Claims due uploads in the order they came, so that pictures keep that order. */
export async function claimUploads(orm: Orm, { limit, leaseMs }: Lease): Promise<UploadRow[]> {
  const { id, state, retryAt, createdAt, attempts } = pictureUploadsTable
  const due = orm
    .select({ id })
    .from(pictureUploadsTable)
    .where(and(eq(state, 'waiting'), isDue(retryAt)))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return (
    orm
      .update(pictureUploadsTable)
      .set({ attempts: sql`${attempts} + 1`, retryAt: inMs(leaseMs) })
      // An array keeps the planner from running the limited query more than once.
      .where(sql`${id} = any(array(${due}))`)
      .returning()
  )
}

/** An upload leased by this process; the attempt number is a fencing token against earlier lease holders. */
type ClaimedUpload = Pick<UploadRow, 'id' | 'attempts'>

const isHeld = ({ id, attempts }: ClaimedUpload) =>
  and(
    eq(pictureUploadsTable.id, id),
    eq(pictureUploadsTable.state, 'waiting'),
    eq(pictureUploadsTable.attempts, attempts),
  )

/** Returns false if it was removed or taken over since it was claimed. */
export async function finishUpload(tx: Orm, upload: ClaimedUpload): Promise<boolean> {
  const rows = await tx.delete(pictureUploadsTable).where(isHeld(upload)).returning({ id: pictureUploadsTable.id })
  return rows.length > 0
}

export async function postponeUpload(orm: Orm, upload: ClaimedUpload, retryInMs: number): Promise<void> {
  await orm
    .update(pictureUploadsTable)
    .set({ retryAt: inMs(retryInMs) })
    .where(isHeld(upload))
}

/** The owner sees why; the bytes are no longer needed. */
export async function failUpload(tx: Orm, upload: ClaimedUpload, problem: string): Promise<void> {
  const rows = await tx
    .update(pictureUploadsTable)
    .set({ state: 'failed', problem })
    .where(isHeld(upload))
    .returning({ id: pictureUploadsTable.id })
  if (rows.length > 0) await tx.delete(pictureUploadSlicesTable).where(eq(pictureUploadSlicesTable.uploadId, upload.id))
}

/** Returns true if it existed. */
export async function removeUpload(orm: Orm, id: string, target: UploadTarget): Promise<boolean> {
  const rows = await orm
    .delete(pictureUploadsTable)
    .where(and(eq(pictureUploadsTable.id, id), isFor(target)))
    .returning({ id: pictureUploadsTable.id })
  return rows.length > 0
}

export const purgeFailedUploads: Purge = (orm, olderThanMs, limit) =>
  deleteSome(orm, {
    table: pictureUploadsTable,
    key: pictureUploadsTable.id,
    where: and(eq(pictureUploadsTable.state, 'failed'), lt(pictureUploadsTable.createdAt, msAgo(olderThanMs))),
    limit,
  })

function isFor(target: UploadTarget) {
  const { productId, collectionId } = { ...LIBRARY, ...target }
  return and(
    productId === null ? isNull(pictureUploadsTable.productId) : eq(pictureUploadsTable.productId, productId),
    collectionId === null
      ? isNull(pictureUploadsTable.collectionId)
      : eq(pictureUploadsTable.collectionId, collectionId),
  )
}

export function toPendingPicture({ id, fileName, state, problem }: UploadRow): PendingPicture {
  return { id, fileName, problem: state === 'failed' ? problem : undefined }
}
