const FACTORS = [1, 2, 2.5, 5, 10]
/** One dollar: labels are in whole dollars. */
const LEAST_STEP = 100

/** Round values, from the bottom of a chart of cents to its top: two or three lines above zero; only zero if it's empty. */
export function gridLines(values: readonly number[]): number[] {
  const top = Math.max(...values, 0)
  const bottom = Math.min(...values, 0)
  const step = roundStep(Math.max(top, -bottom) / 2)
  const [first, last] = [Math.floor(bottom / step), Math.ceil(top / step)]
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

function roundStep(least: number): number {
  if (least <= LEAST_STEP) return LEAST_STEP
  const power = 10 ** Math.floor(Math.log10(least))
  const steps = FACTORS.map((factor) => factor * power).filter((step) => step % LEAST_STEP === 0)
  return steps.find((step) => step >= least) ?? 10 * power
}

/** Where a value is between these lines, from the top of the chart. */
export function chartHeight(lines: readonly number[], height: number): (value: number) => number {
  const [bottom = 0, top = 0] = [lines[0], lines.at(-1)]
  return (value) => (top === bottom ? height : ((top - value) / (top - bottom)) * height)
}
