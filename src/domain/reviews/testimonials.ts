/** Number of cards, and minimum distance between two by the same reviewer. */
export const TESTIMONIALS_WIDE = { count: 9, gap: 3 }
export const TESTIMONIALS_NARROW = { count: 6, gap: 2 }

/** Twice as many as are shown, those shown longest ago, so the same few do not come up every day. */
export const TESTIMONIAL_POOL = 2 * TESTIMONIALS_WIDE.count

export type TestimonialRotation = {
  /** Calendar day such as 2026-03-04, used as the seed so all visitors see the same cards that day. */
  day: string
  count: number
  /** No reviewer appears twice among this many neighbors, if that can be avoided. */
  gap: number
}

/** Share of cards that have waited longest, because chance alone could skip a review indefinitely. */
const MAX_WAITING_SHARE = 1 / 3

/**
 * The day's cards. `leastShown` starts with the review shown longest ago; only its first 2 x count entries can be
 * chosen. With n reviews each one is shown within n / (count / 3) days.
 */
export function rotateTestimonials<T extends { reviewer: string }>(
  leastShown: readonly T[],
  { day, count, gap }: TestimonialRotation,
): T[] {
  const pool = leastShown.slice(0, 2 * count)
  const random = seededRandom(day)
  const waiting = Math.ceil(count * MAX_WAITING_SHARE)
  const candidates = [...pool.slice(0, waiting), ...shuffle(pool.slice(waiting), random)]
  return keepApart(shuffle(choose(candidates, count, gap), random), gap)
}

/**
 * The first `count` candidates that can be kept apart. A reviewer can take at most every gap-th place, and only the
 * places of the last, possibly incomplete, round remain for reviewers with one card more than the others.
 */
function choose<T extends { reviewer: string }>(candidates: readonly T[], count: number, gap: number): T[] {
  const length = Math.min(count, candidates.length)
  const rounds = Math.ceil(length / gap)
  const placesInLastRound = length - (rounds - 1) * gap
  const taken = new Map<string, number>()
  let inLastRound = 0
  const chosen: T[] = []
  const passedOver: T[] = []
  for (const candidate of candidates) {
    const times = taken.get(candidate.reviewer) ?? 0
    const isLast = times === rounds - 1
    const fits = times < rounds - 1 || (isLast && inLastRound < placesInLastRound)
    if (!fits || chosen.length === length) {
      passedOver.push(candidate)
      continue
    }
    if (isLast) inLastRound += 1
    taken.set(candidate.reviewer, times + 1)
    chosen.push(candidate)
  }
  return [...chosen, ...passedOver].slice(0, length)
}

/** Greedy: the reviewer with the most cards left goes next unless seen recently; then the one seen longest ago. */
function keepApart<T extends { reviewer: string }>(cards: readonly T[], gap: number): T[] {
  const left = [...cards]
  const placed: T[] = []
  while (left.length > 0) {
    const recent = placed.slice(Math.max(0, placed.length - gap + 1)).map(({ reviewer }) => reviewer)
    const remaining = new Map<string, number>()
    for (const { reviewer } of left) remaining.set(reviewer, (remaining.get(reviewer) ?? 0) + 1)
    const rank = ({ reviewer }: T) =>
      recent.includes(reviewer) ? -1 - recent.lastIndexOf(reviewer) : (remaining.get(reviewer) ?? 0)
    const best = Math.max(...left.map(rank))
    placed.push(
      ...left.splice(
        left.findIndex((card) => rank(card) === best),
        1,
      ),
    )
  }
  return placed
}

/** Fisher-Yates. */
function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items]
  const shuffled: T[] = []
  while (left.length > 0) shuffled.push(...left.splice(Math.floor(random() * left.length), 1))
  return shuffled
}

/** Seeded random numbers from 0 to 1: FNV-1a hashes the seed, mulberry32 generates the numbers. */
function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
