import type { Actor } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { LibraryPicture, PendingPicture } from './catalogue.views.ts'
import { insertUpload, LIBRARY, listUploads, removeUpload, toPendingPicture } from './picture-uploads.queries.ts'
import { listLibraryPictures } from './pictures.queries.ts'
import type { SentPicture } from './read-picture-form.ts'

export type PictureLibrary = ReturnType<typeof createPictureLibrary>

/** All uploaded pictures that weren't removed, whatever they were uploaded for. */
export function createPictureLibrary({ orm }: Database) {
  return {
    /** `also` are listed even if they were removed: a text that shows one has to offer it. */
    list: (also?: readonly string[]): Promise<LibraryPicture[]> => listLibraryPictures(orm, also),

    /** Resized in the background. */
    upload: ({ file, fileName, alt }: SentPicture, actor: Actor): Promise<void> =>
      orm.transaction((tx) => insertUpload(tx, { ...LIBRARY, fileName, alt, ...actor }, file)),

    listUploads: async (): Promise<PendingPicture[]> => (await listUploads(orm, LIBRARY)).map(toPendingPicture),

    /** Returns false if it was already done. */
    removeUpload: (id: string): Promise<boolean> => removeUpload(orm, id, LIBRARY),
  }
}
