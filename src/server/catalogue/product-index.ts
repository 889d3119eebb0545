export type ProductIndex = ReturnType<typeof createProductIndex>

/**
 * The ids of all products on sale, the slugs of the glossary, or the names of uploaded pictures, cached: an unknown one
 * costs no query and no render.
 */
export function createProductIndex(listIds: () => Promise<string[]>) {
  let ids: Promise<ReadonlySet<string>> | undefined
  /** The result of `ids`, once it has loaded. */
  let known: ReadonlySet<string> | undefined

  return {
    /** Returns true if the product exists, or if the database can't be reached. */
    async mayExist(id: string): Promise<boolean> {
      const reading = (ids ??= listIds().then((list) => new Set(list)))
      try {
        const found = await reading
        if (ids === reading) known = found
        return found.has(id)
      } catch {
        // The caller's own query for the product reports the failure.
        if (ids === reading) ids = undefined
        return true
      }
    },

    /** Returns true if the list is in memory and lacks this id. */
    isKnownMissing: (id: string): boolean => known !== undefined && !known.has(id),

    /** Called when the catalog changes. A read already in flight is not used by later calls. */
    invalidate(): void {
      ids = undefined
      known = undefined
    },
  }
}
