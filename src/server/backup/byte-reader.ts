/** Takes exact numbers of bytes out of a stream, however it is cut. */
export function createByteReader(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]()
  let waiting: Buffer[] = []
  let waitingBytes = 0

  async function fill(): Promise<boolean> {
    const { done, value } = await iterator.next()
    if (done) return false
    waiting.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
    waitingBytes += value.byteLength
    return true
  }

  return {
    /** Fewer only when the stream has ended. */
    async read(count: number): Promise<Buffer> {
      while (waitingBytes < count && (await fill()));
      const all = waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting)
      const taken = all.subarray(0, count)
      const rest = all.subarray(count)
      waiting = rest.length > 0 ? [rest] : []
      waitingBytes = rest.length
      return taken
    },

    async close(): Promise<void> {
      await iterator.return?.()
    },
  }
}
