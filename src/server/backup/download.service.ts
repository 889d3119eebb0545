import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { SNAPSHOT } from '#server/platform/db/snapshot.ts'
import { exportFiles } from './export-files.ts'
import { zip } from './zip.ts'

export type DownloadService = ReturnType<typeof createDownloadService>

export type Download = { takenAt: Date; bytes: number; content: ReadableStream<Uint8Array> }

/** All of the shop's data as one zip, for the owner. */
export function createDownloadService({ orm }: Pick<Database, 'orm'>, now: () => Date) {
  return {
    /**
     * Written to a file first, so that a slow download doesn't hold the snapshot open. The file is unlinked before it is
     * sent; only the open handle keeps it alive, so a crash leaves nothing behind.
     */
    async make(actor: Actor): Promise<Download> {
      const takenAt = now()
      const folder = await mkdtemp(path.join(tmpdir(), 'bloomera-download-'))
      try {
        const file = path.join(folder, 'everything.zip')
        await orm.transaction(
          (tx) => pipeline(zip(exportFiles(tx, takenAt)), createWriteStream(file, { mode: 0o600 })),
          SNAPSHOT,
        )
        const { size } = await stat(file)
        await orm.transaction((tx) =>
          addAudit(tx, {
            ...actor,
            action: 'shop.download',
            subjectKind: 'shop',
            subjectId: 'everything',
            before: null,
            after: { bytes: size },
          }),
        )
        // Opened last: nothing can fail between here and the stream, which closes it.
        const handle = await open(file)
        return { takenAt, bytes: size, content: streamOf(handle.createReadStream()) }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** Closes the file at its end, and when the client disconnects. */
function streamOf(source: NodeJS.ReadableStream & { destroy: () => void }): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value as Buffer)
    },
    cancel: () => source.destroy(),
  })
}
