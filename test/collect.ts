/** Collects all items of a stream. */
export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of source) all.push(item)
  return all
}
