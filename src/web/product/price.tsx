import type { ProductSummary } from '#domain/catalogue/product.ts'
import { priceOf, type Size } from '#domain/catalogue/sizes.ts'
import { formatCents } from '#domain/money/cents.ts'

type PriceProps = { product: Pick<ProductSummary, 'pricing' | 'sale'>; size: Size | undefined }

/** The current price of a size, after the former price if there is one. */
export function Price({ product: { pricing, sale }, size }: PriceProps) {
  const now = formatCents(priceOf(pricing, size) ?? 0)
  const was = sale?.was[size ?? 'single']
  if (was === undefined) return now
  return (
    <>
      <span className="sr-only">was </span>
      <s className="font-normal text-soft">{formatCents(was)}</s>
      <span className="sr-only">, now</span> {now}
    </>
  )
}
