import type { Actor } from '#server/platform/audit/audit.queries.ts'
import type { EditResult } from '#server/platform/audit/editable.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { libraryParts } from './library.edits.ts'
import { listPictureUses } from './library.queries.ts'

export type LibraryEditor = ReturnType<typeof createLibraryEditor>

export function createLibraryEditor({ orm }: Pick<Database, 'orm'>, now: () => Date) {
  return {
    /** Where each picture is used, by address. */
    uses: (): Promise<ReadonlyMap<string, readonly string[]>> => listPictureUses(orm, now()),

    /** Removes it from the library, unless it's used somewhere. */
    remove: (address: string, actor: Actor): Promise<EditResult<{ isInLibrary: boolean }>> =>
      inTransaction(orm, (tx) =>
        libraryParts.removed.change(tx, { id: address, value: { isInLibrary: false }, actor }),
      ),
  }
}
