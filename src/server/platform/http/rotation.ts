/** What waits under one key; only the rotation changes its size. */
export type Line = { readonly key: string; size: number }

/** Lines that take turns. The longest is known without comparing them, so a flood of lines costs no more than one. */
export class Rotation<L extends Line> {
  /** In the order of their turns. */
  readonly #lines = new Map<string, L>()
  /** By size; never ends with an empty set. */
  readonly #bySize: Set<L>[] = []

  find(key: string): L | undefined {
    return this.#lines.get(key)
  }

  /** The line whose turn it is. Its next turn comes after those of all others. */
  next(): L | undefined {
    const line = this.#lines.values().next().value
    if (!line) return undefined
    this.#lines.delete(line.key)
    this.#lines.set(line.key, line)
    return line
  }

  longest(): L | undefined {
    return this.#bySize.at(-1)?.values().next().value
  }

  /** A line joins the rotation with its first task and leaves it with its last. */
  resize(line: L, by: 1 | -1): void {
    this.#bySize[line.size]?.delete(line)
    line.size += by
    if (line.size > 0) {
      this.#lines.set(line.key, line)
      ;(this.#bySize[line.size] ??= new Set()).add(line)
    } else this.#lines.delete(line.key)
    while (this.#bySize.at(-1)?.size === 0) this.#bySize.pop()
  }
}
