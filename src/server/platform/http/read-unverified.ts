import { AppError } from '#server/platform/errors.ts'
import { chunksOf } from './read-json.ts'

export type ReadUnverified = ReturnType<typeof createUnverifiedReader>

/** An event about one payment or package takes a few kilobytes. */
export const MAX_EVENT_BYTES = 64 * 1024

type Body = { chunks: Uint8Array[]; size: number; isDropped: boolean }

/**
 * Reads bodies whose signature can only be checked once they have arrived, so anyone can send them. They share a limited
 * amount of memory. If it's used up, the body that has been arriving the longest is dropped: a provider sends its own at
 * once, and repeats an event that was refused.
 */
export function createUnverifiedReader(maxBytesInAll: number) {
  const arriving = new Set<Body>()
  let bytes = 0

  function drop(body: Body): void {
    if (!arriving.delete(body)) return
    bytes -= body.size
    body.chunks = []
  }

  function keep(body: Body, chunk: Uint8Array): void {
    body.chunks.push(chunk)
    body.size += chunk.byteLength
    bytes += chunk.byteLength
    for (const oldest of arriving) {
      if (bytes <= maxBytesInAll) break
      oldest.isDropped = true
      drop(oldest)
    }
  }

  return async function readUnverified(request: Request, maxBytes: number): Promise<Buffer> {
    const body: Body = { chunks: [], size: 0, isDropped: false }
    arriving.add(body)
    try {
      for await (const chunk of chunksOf(request, maxBytes)) {
        keep(body, chunk)
        if (body.isDropped) break
      }
      if (body.isDropped) throw new AppError('busy', 'Too much is arriving at once.', 503, { retryAfterSeconds: 30 })
      return Buffer.concat(body.chunks)
    } finally {
      drop(body)
    }
  }
}
