import { median } from './median.ts'

/** The goal: during a flood, cached pages take less than this many times as long as without one. */
const GOAL = 2
/** If rounds without a flood differ by more than this, they measure the machine. */
const MAX_NOISE = 1.5

export type FloodVerdict = {
  p95Ratio: number
  /** Largest difference between rounds without a flood, as a factor. */
  noise: number
  /** 1 if the goal was missed, 2 if the run proves nothing. */
  exitCode: 0 | 1 | 2
  sentence: string
}

/** `quiet` and `flooded` are the 95th percentiles of cached pages, one per round. */
export function judgeFlood(quiet: readonly number[], flooded: readonly number[]): FloodVerdict {
  const p95Ratio = rounded(median([...flooded]) / median([...quiet]))
  const noise = rounded(Math.max(...quiet) / Math.min(...quiet))
  if (noise > MAX_NOISE)
    return {
      p95Ratio,
      noise,
      exitCode: 2,
      sentence: `This machine was too noisy to tell: rounds without a flood differ by a factor of ${noise}. Run it again on an idle one.`,
    }
  const isMet = p95Ratio < GOAL
  const sentence = `During the flood, cached pages took ${p95Ratio} times as long; the goal is below ${GOAL}.`
  return { p95Ratio, noise, exitCode: isMet ? 0 : 1, sentence }
}

function rounded(ratio: number): number {
  return Number(ratio.toFixed(2))
}
