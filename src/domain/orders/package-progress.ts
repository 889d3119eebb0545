/** Where a package is, as its carrier reports it. The database allows no others. */
export const PACKAGE_PROGRESS = ['label_made', 'in_transit', 'out_for_delivery', 'delivered', 'problem'] as const
export type PackageProgress = (typeof PACKAGE_PROGRESS)[number]

export type ProgressReport = {
  progress: PackageProgress
  /** When it happened, by the carrier's clock. */
  at: Date
  /** The carrier's own words. */
  note: string | null
}

export const PROGRESS_NAMES: Record<PackageProgress, string> = {
  label_made: 'Label created',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  problem: 'Delivery problem',
}

/** What the customer reads; nothing until the carrier has the package. */
export const CUSTOMER_PROGRESS: Record<PackageProgress, string | null> = {
  label_made: null,
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  problem: 'The carrier reports a problem with the delivery. Contact us if you need help.',
}

/** Returns true if the report changes what is known. Reports arrive late, twice and out of order. */
export function isNews(known: Pick<ProgressReport, 'progress' | 'at'> | undefined, report: ProgressReport): boolean {
  if (!known) return true
  // A package that arrived stays delivered: a later scan of an old label is the carrier's mistake.
  if (known.progress === 'delivered') return false
  return report.at > known.at || (report.at.getTime() === known.at.getTime() && report.progress !== known.progress)
}

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** How often to ask the carrier about a package: less and less often over time. */
const INTERVALS: readonly { olderThanMs: number; everyMs: number }[] = [
  { olderThanMs: 21 * DAY_MS, everyMs: DAY_MS },
  { olderThanMs: 7 * DAY_MS, everyMs: 12 * HOUR_MS },
  { olderThanMs: 2 * DAY_MS, everyMs: 6 * HOUR_MS },
  { olderThanMs: 0, everyMs: 3 * HOUR_MS },
]
const OUT_FOR_DELIVERY_MS = HOUR_MS
/** After that, carriers drop the number; a package that hasn't arrived by then won't. */
const GIVEN_UP_MS = 60 * DAY_MS

/** Undefined if there is nothing left to ask: it has arrived, or never will. */
export function nextLookMs(progress: PackageProgress | undefined, ageMs: number): number | undefined {
  if (progress === 'delivered' || ageMs > GIVEN_UP_MS) return undefined
  if (progress === 'out_for_delivery' && ageMs <= 21 * DAY_MS) return OUT_FOR_DELIVERY_MS
  return INTERVALS.find(({ olderThanMs }) => ageMs >= olderThanMs)?.everyMs ?? 3 * HOUR_MS
}

/** Returns true if all packages of an order are known to have arrived. One that no carrier reports on isn't. */
export function haveAllArrived(packages: readonly { progress: PackageProgress | null }[]): boolean {
  return packages.length > 0 && packages.every(({ progress }) => progress === 'delivered')
}
