import type { UploadedPicture } from '#domain/catalogue/product.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { insertPicture, listUploadedPictures } from './pictures.queries.ts'
import { makePicture } from './resize-picture.ts'

export type PictureLibrary = ReturnType<typeof createPictureLibrary>

/** Every picture that was uploaded, whatever it was for. */
export function createPictureLibrary({ orm }: Database) {
  return {
    list: (): Promise<UploadedPicture[]> => listUploadedPictures(orm),

    async add(upload: Uint8Array, alt: string): Promise<{ ok: true } | { ok: false; message: string }> {
      const made = await makePicture(upload, alt)
      if (!made.ok) return made
      await inTransaction(orm, (tx) => insertPicture(tx, made.picture, made.files))
      return { ok: true }
    },
  }
}
