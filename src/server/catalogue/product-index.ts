export type ProductIndex = ReturnType<typeof createProductIndex>

/** The ids of all products on sale, in memory: an invented product costs no query and no render. */
export function createProductIndex(listIds: () => Promise<string[]>) {
  let ids: Promise<ReadonlySet<string>> | undefined

  return {
    /** Returns true if there is such a product, and also when the database cannot say. */
    async mayExist(id: string): Promise<boolean> {
      const reading = (ids ??= listIds().then((list) => new Set(list)))
      try {
        return (await reading).has(id)
      } catch {
        // Whoever asks for the product itself finds out and says so.
        if (ids === reading) ids = undefined
        return true
      }
    },

    /** Called when the catalogue changed. A read begun before is used by nobody who asks after. */
    invalidate(): void {
      ids = undefined
    },
  }
}
