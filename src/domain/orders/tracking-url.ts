/** The carriers' tracking pages, by common names. */
const PAGES: readonly [RegExp, (number: string) => string][] = [
  [/usps|postal/i, (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`],
  [/ups/i, (number) => `https://www.ups.com/track?tracknum=${number}`],
  [/fedex/i, (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`],
  [/dhl/i, (number) => `https://www.dhl.com/us-en/home/tracking.html?tracking-id=${number}`],
]

/** Undefined for an unknown carrier; the number is shown anyway. */
export function trackingUrl(carrier: string | null, number: string | null): string | undefined {
  if (!carrier || !number) return undefined
  return PAGES.find(([name]) => name.test(carrier))?.[1](encodeURIComponent(number))
}
