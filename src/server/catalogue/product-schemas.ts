import { z } from 'zod'
import { type Pricing, SIZES } from '#domain/catalogue/sizes.ts'
import type { ProductStock, SalePrice } from './catalogue.views.ts'

const cents = z.int().min(1).max(1_000_000)

export const pricingSchema: z.ZodType<Pricing> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sized'),
    prices: z
      .object({ '1oz': cents.exactOptional(), '2oz': cents.exactOptional(), '4oz': cents.exactOptional() })
      .refine((prices) => SIZES.some((size) => prices[size] !== undefined), 'Give at least one size a price.'),
  }),
  z.object({ kind: z.literal('single'), priceCents: cents, info: z.enum(SIZES).nullable() }),
])

/** Moments as text, as the audit log keeps them. */
export const salePriceSchema: z.ZodType<SalePrice> = z.object({
  sale: z
    .object({
      prices: z.object({
        '1oz': cents.exactOptional(),
        '2oz': cents.exactOptional(),
        '4oz': cents.exactOptional(),
        single: cents.exactOptional(),
      }),
      startsAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
    })
    .nullable(),
})

const onHand = z.int().min(0).max(1_000_000).nullable()

export const stockSchema = z.object({
  '1oz': onHand,
  '2oz': onHand,
  '4oz': onHand,
  single: onHand,
}) satisfies z.ZodType<ProductStock>
