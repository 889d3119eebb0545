export type Sample = { at: number; value: number }

/** How much a measure grows from the first sample to the last, along the line that fits all of them best, in percent. */
export function trendPercent(samples: readonly Sample[]): number {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || samples.length < 3) throw new RangeError('a trend takes three samples')
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length
  const [at, value] = [mean((sample) => sample.at), mean((sample) => sample.value)]
  const spread = mean((sample) => (sample.at - at) ** 2)
  const slope = mean((sample) => (sample.at - at) * (sample.value - value)) / spread
  const start = value + slope * (first.at - at)
  return ((slope * (last.at - first.at)) / start) * 100
}

/**
 * The lowest sample in each of `count` time spans: what remains after garbage collection. Samples in between depend on
 * when that ran, and don't show leaks.
 */
export function floors(samples: readonly Sample[], count: number): Sample[] {
  const size = samples.length / count
  return Array.from({ length: count }, (_, index) =>
    samples
      .slice(Math.round(index * size), Math.round((index + 1) * size))
      .reduce<Sample | undefined>((low, sample) => (low && low.value <= sample.value ? low : sample), undefined),
  ).filter((low) => low !== undefined)
}
