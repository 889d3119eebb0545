/** Works on all items, a few at a time. Results are in the order of the items. */
export async function atMost<Item, Result>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  async function run(): Promise<void> {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, run))
  return results
}
