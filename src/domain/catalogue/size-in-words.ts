import { type Size, SIZES } from './sizes.ts'

/** How bottles of these sizes are labeled in milliliters. */
const MILLILITERS: Readonly<Record<string, Size>> = {
  '29.5': '1oz',
  '30': '1oz',
  '59': '2oz',
  '60': '2oz',
  '118': '4oz',
  '120': '4oz',
}

const OUNCES = /^(\d+(?:\.\d+)?)[\s-]*(?:fl\.?[\s-]*)?(?:oz|ounces?)\.?$/
const ONLY_MILLILITERS = /^(\d+(?:\.\d+)?)[\s-]*ml\.?$/

/** The size another shop calls “1 fl. oz.”, “1 oz / 30 ml” or “30ml”; undefined if it isn't one of ours. */
export function readSize(written: string): Size | undefined {
  const [first = '', ...others] = written
    .toLowerCase()
    .split(/[/(),|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  // A second measure may follow; another word makes it something else.
  if (others.some((part) => !OUNCES.test(part) && !ONLY_MILLILITERS.test(part))) return undefined
  const ounces = OUNCES.exec(first)?.[1]
  if (ounces !== undefined) return SIZES.find((size) => Number.parseInt(size, 10) === Number(ounces))
  const milliliters = ONLY_MILLILITERS.exec(first)?.[1]
  return milliliters === undefined ? undefined : MILLILITERS[String(Number(milliliters))]
}
