import { z } from 'zod'
import { MAX_ALT_LENGTH, MAX_PICTURES, type ProductPicture } from '#domain/catalogue/product.ts'
import { type Pricing, SIZES } from '#domain/catalogue/sizes.ts'
import type { ProductStock, SalePrice } from './catalogue.views.ts'

const cents = z.int().min(1).max(1_000_000)

export const pricingSchema: z.ZodType<Pricing> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sized'),
    // Empty for a draft; refused for a product on sale.
    prices: z.object({ '1oz': cents.exactOptional(), '2oz': cents.exactOptional(), '4oz': cents.exactOptional() }),
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

export const picturesSchema: z.ZodType<ProductPicture[]> = z
  .array(z.object({ picture: z.string().min(1), alt: z.string().max(MAX_ALT_LENGTH), sizes: z.array(z.enum(SIZES)) }))
  .max(MAX_PICTURES)
