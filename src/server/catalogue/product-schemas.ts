import { z } from 'zod'
import { CATEGORIES } from '#domain/catalogue/product.ts'
import { type Pricing, SIZES } from '#domain/catalogue/sizes.ts'
import type { ProductTexts, ProductStock } from './catalogue.views.ts'

const cents = z.int().min(1).max(1_000_000)

function text(max: number, isRequired = false) {
  const limited = z.string().max(max, `This is longer than ${max} characters.`)
  return isRequired ? limited.min(1, 'This cannot be empty.') : limited
}

function count(max: number) {
  const problem = `Write a whole number from 1 to ${max}.`
  return z.int(problem).min(1, problem).max(max, problem)
}

export const textsSchema = z.object({
  name: text(100, true),
  category: z.string().refine((category) => CATEGORIES.includes(category), 'Choose a category of the list.'),
  shortDescription: text(500, true),
  description: text(10_000, true),
  benefits: z.array(text(200, true)).max(12, 'There are at most 12 benefits.'),
  inci: text(5000),
  howToUse: text(3000),
  patchTest: text(3000),
  dropsPerUse: count(50),
  usesPerDay: count(10),
  ingredients: z.array(z.object({ slug: z.string(), isKey: z.boolean() })).max(60),
}) satisfies z.ZodType<ProductTexts>

export const pricingSchema: z.ZodType<Pricing> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sized'),
    prices: z
      .object({ '1oz': cents.exactOptional(), '2oz': cents.exactOptional(), '4oz': cents.exactOptional() })
      .refine((prices) => SIZES.some((size) => prices[size] !== undefined), 'Give at least one size a price.'),
  }),
  z.object({ kind: z.literal('single'), priceCents: cents, info: z.enum(SIZES).nullable() }),
])

const onHand = z.int().min(0).max(1_000_000).nullable()

export const stockSchema = z.object({
  '1oz': onHand,
  '2oz': onHand,
  '4oz': onHand,
  single: onHand,
}) satisfies z.ZodType<ProductStock>
