/** Maximum edit distance for the same word: 0 for two letters, 2 for long words. */
function allowedSlips({ length }: string): number {
  if (length < 3) return 0
  return length < 7 ? 1 : 2
}

/** The word most likely meant: the one with the smallest allowed edit distance, the first if there are several. */
export function closestWord(typed: string, words: readonly string[]): string | undefined {
  const near = words
    .map((word) => ({ word, slips: slipsBetween(typed, word) }))
    .filter(({ slips }) => slips <= allowedSlips(typed))
  return near.toSorted((a, b) => a.slips - b.slips)[0]?.word
}

/** Damerau-Levenshtein distance (optimal string alignment). */
export function slipsBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const above = rows[row - 1] as number[]
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (above[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (above[column - 1] as number) + (isSame ? 0 : 1),
        isSwapped ? (rows[row - 2]?.[column - 2] as number) + 1 : Infinity,
      )
    }
    rows.push(current)
  }
  return rows.at(-1)?.at(-1) ?? 0
}
