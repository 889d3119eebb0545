import { z } from 'zod'
import type { AuditAction } from '#domain/operators/activity.ts'
import { LIBRARY_UPLOAD } from '#server/catalogue/picture-uploads.worker.ts'
import { editable } from '#server/platform/audit/editable.ts'
import { listPictureUses, readInLibrary, writeInLibrary } from './library.queries.ts'

/** Includes whether it's in the library, so that undo removes an upload and restores a removed picture. */
function presence(action: AuditAction) {
  return editable<{ isInLibrary: boolean }>({
    action,
    subjectKind: 'picture',
    least: 'staff',
    schema: z.object({ isInLibrary: z.boolean() }),
    read: readInLibrary,
    write: writeInLibrary,
    refuse: async (tx, address, { isInLibrary }) => {
      const uses = isInLibrary ? [] : ((await listPictureUses(tx, new Date())).get(address) ?? [])
      return uses.length === 0
        ? undefined
        : `${uses.join(', ')} ${uses.length === 1 ? 'shows' : 'show'} this picture. Remove it there first.`
    },
  })
}

export const libraryParts = { uploaded: presence(LIBRARY_UPLOAD), removed: presence('picture.remove') }
