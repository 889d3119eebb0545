/** Reads exact byte counts from a stream, regardless of its chunk sizes. */
export function createByteReader(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]()
  let buffered: Buffer[] = []
  let bufferedBytes = 0

  async function fill(): Promise<boolean> {
    const { done, value } = await iterator.next()
    if (done) return false
    buffered.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
    bufferedBytes += value.byteLength
    return true
  }

  return {
    /** Returns fewer bytes only at the end of the stream. */
    async read(count: number): Promise<Buffer> {
      while (bufferedBytes < count && (await fill()));
      const all = buffered.length === 1 ? (buffered[0] as Buffer) : Buffer.concat(buffered)
      const taken = all.subarray(0, count)
      const rest = all.subarray(count)
      buffered = rest.length > 0 ? [rest] : []
      bufferedBytes = rest.length
      return taken
    },

    async close(): Promise<void> {
      await iterator.return?.()
    },
  }
}
