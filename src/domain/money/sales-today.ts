/** What was paid in one hour of a day, less refunds. */
export type HourSales = { hour: number; orderCount: number; salesCents: number }

const HOURS = 24

/** The sales of a day up to the end of each hour. */
export function runningSales(hours: readonly HourSales[]): number[] {
  const running: number[] = []
  for (let hour = 0; hour < HOURS; hour += 1) {
    const cents = hours.filter((sales) => sales.hour === hour).reduce((sum, { salesCents }) => sum + salesCents, 0)
    running.push((running[hour - 1] ?? 0) + cents)
  }
  return running
}

/** Change in percent; undefined if there is nothing to compare with. */
export function percentChange(cents: number, beforeCents: number): number | undefined {
  return beforeCents > 0 ? Math.round((cents / beforeCents - 1) * 100) : undefined
}
