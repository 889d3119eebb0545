import { z } from 'zod'
import { MAX_SIDE_IN, MAX_WEIGHT_OZ, type PackagingRules, type PackageSize } from '#domain/orders/package-size.ts'
import { type Fields, type Reading, typedAs } from '#server/platform/http/form-fields.ts'
import { parseJson } from './parse-json.ts'

function asMeasure(max: number): (text: string) => Reading<number> {
  return (text) => {
    const value = /^\d{1,4}(\.\d{1,2})?$/.test(text) ? Number(text) : NaN
    return value > 0 && value <= max ? { value } : { problem: `Enter a number up to ${max}, such as 4.5.` }
  }
}

const ounces = typedAs(asMeasure(MAX_WEIGHT_OZ))
const inches = typedAs(asMeasure(MAX_SIDE_IN))

/** The package of one order, with its entered weight. */
export const packageSizeForm = z.object({ weightOz: ounces, lengthIn: inches, widthIn: inches, heightIn: inches })

export const packagingForm = z
  .object({
    lengthIn: inches,
    widthIn: inches,
    heightIn: inches,
    boxOz: ounces,
    bottle1: ounces,
    bottle2: ounces,
    bottle4: ounces,
    bottleOther: ounces,
  })
  .transform(({ bottle1, bottle2, bottle4, bottleOther, ...box }): PackagingRules => ({
    ...box,
    bottleOz: { '1oz': bottle1, '2oz': bottle2, '4oz': bottle4, other: bottleOther },
  }))

export function packageSizeFields({ weightOz, lengthIn, widthIn, heightIn }: PackageSize): Fields {
  return {
    weightOz: String(weightOz),
    lengthIn: String(lengthIn),
    widthIn: String(widthIn),
    heightIn: String(heightIn),
  }
}

export function packagingFields({ lengthIn, widthIn, heightIn, boxOz, bottleOz }: PackagingRules): Fields {
  return {
    lengthIn: String(lengthIn),
    widthIn: String(widthIn),
    heightIn: String(heightIn),
    boxOz: String(boxOz),
    bottle1: String(bottleOz['1oz']),
    bottle2: String(bottleOz['2oz']),
    bottle4: String(bottleOz['4oz']),
    bottleOther: String(bottleOz.other),
  }
}

const measure = (max: number) => z.number().positive().max(max)

/** What the operator agreed to, as the page put it into the form. */
const agreedSchema = z.object({
  carrier: z.string().min(1).max(60),
  service: z.string().min(1).max(60),
  maxCents: z.int().min(0).max(100_000),
  packageSize: z.object({
    weightOz: measure(MAX_WEIGHT_OZ),
    lengthIn: measure(MAX_SIDE_IN),
    widthIn: measure(MAX_SIDE_IN),
    heightIn: measure(MAX_SIDE_IN),
  }),
})
export type AgreedLabel = z.output<typeof agreedSchema>

/** Undefined if it isn't one of ours. */
export function readAgreed(text: string | null): AgreedLabel | undefined {
  return agreedSchema.safeParse(parseJson(text ?? '')).data
}
