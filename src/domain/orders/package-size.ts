/** A package for the carrier: ounces and inches. */
export type PackageSize = { weightOz: number; lengthIn: number; widthIn: number; heightIn: number }

/** What the owner says about their packages. */
export type PackagingRules = {
  lengthIn: number
  widthIn: number
  heightIn: number
  /** The box with its padding, without bottles. */
  boxOz: number
  /** A full bottle with its label and carton. */
  bottleOz: { '1oz': number; '2oz': number; '4oz': number; other: number }
}

export const DEFAULT_PACKAGING: PackagingRules = {
  lengthIn: 8,
  widthIn: 6,
  heightIn: 4,
  boxOz: 4,
  bottleOz: { '1oz': 3, '2oz': 5.5, '4oz': 9.5, other: 6 },
}

/** USPS, UPS and FedEx accept heavier packages only by other services. */
export const MAX_WEIGHT_OZ = 70 * 16
export const MAX_SIDE_IN = 60

type PackedLine = { size: '1oz' | '2oz' | '4oz' | null; quantity: number }

/** Rounded up to a tenth of an ounce: postage that is too low is charged to the customer. */
export function packageSizeOf(lines: readonly PackedLine[], rules: PackagingRules): PackageSize {
  const { lengthIn, widthIn, heightIn, boxOz, bottleOz } = rules
  const bottles = lines.reduce((sum, { size, quantity }) => sum + quantity * bottleOz[size ?? 'other'], 0)
  // Computed in whole tenths, because sums of fractions aren't exact.
  const weightOz = Math.ceil(Number(((boxOz + bottles) * 10).toFixed(6))) / 10
  return { weightOz, lengthIn, widthIn, heightIn }
}

/** '1 lb 4 oz' */
export function weightText(weightOz: number): string {
  const pounds = Math.floor(weightOz / 16)
  const ounces = Number((weightOz - pounds * 16).toFixed(1))
  return [...(pounds > 0 ? [`${pounds} lb`] : []), ...(ounces > 0 || pounds === 0 ? [`${ounces} oz`] : [])].join(' ')
}
