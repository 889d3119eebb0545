/** What was read, until it is outdated. A read that failed is forgotten, so that the next call tries again. */
export function remember<Value>(read: () => Promise<Value>) {
  let reading: Promise<Value> | undefined

  async function get(): Promise<Value> {
    const started = (reading ??= read())
    try {
      return await started
    } catch (error) {
      if (reading === started) reading = undefined
      throw error
    }
  }

  /** A read already in flight is not used by later calls. */
  function invalidate(): void {
    reading = undefined
  }

  return { get, invalidate }
}
