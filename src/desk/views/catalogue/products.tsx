import { deskPaths } from '#desk/desk-paths.ts'
import { shortDateTime } from '#desk/ui/date-time.ts'
import { Empty, Panel } from '#desk/ui/screen.tsx'
import { offeredSizes, type Pricing } from '#domain/catalogue/sizes.ts'
import { formatCents } from '#domain/money/cents.ts'
import { counted } from '#domain/time/display.ts'
import type { ProductAtDesk, ScheduledPrice } from '#server/catalogue/catalogue.views.ts'
import { CatalogueHead } from './catalogue-head.tsx'

type ProductsProps = {
  products: readonly (ProductAtDesk & { imageSrc: string | undefined })[]
  scheduled: readonly ScheduledPrice[]
  mayCreate: boolean
  /** As many bottles or fewer are low stock. */
  lowAt: number
  /** Only products with a size that is low in stock. */
  isLowOnly: boolean
}

export function Products({ products, scheduled, mayCreate, lowAt, isLowOnly }: ProductsProps) {
  const onSale = products.filter(({ isActive }) => isActive).length
  const low = products.filter(({ stock }) => stock.some(({ onHand }) => onHand <= lowAt))
  return (
    <>
      <CatalogueHead
        place="Products"
        title="Products"
        lead={`${counted(onSale, 'product')} on sale${onSale < products.length ? `, ${products.length - onSale} not shown` : ''}.`}
      >
        <span className="flex gap-3">
          <a className="button button-quiet" href={deskPaths.exportProducts()}>
            Export
          </a>
          {mayCreate && (
            <a className="button" href={deskPaths.newProduct()}>
              New product
            </a>
          )}
        </span>
      </CatalogueHead>
      <nav className="mt-4 flex flex-wrap gap-2" aria-label="Products shown">
        <a className="chip" href={deskPaths.products()} aria-current={isLowOnly ? undefined : 'true'}>
          All
        </a>
        <a className="chip" href={deskPaths.products({ stock: 'low' })} aria-current={isLowOnly ? 'true' : undefined}>
          Low in stock ({low.length})
        </a>
      </nav>
      {isLowOnly && low.length === 0 && <Empty>No size is low in stock.</Empty>}
      {scheduled.length > 0 && !isLowOnly && (
        <div className="mt-6">
          <Panel title="Prices to come">
            <ul className="lines">
              {scheduled.map((price) => (
                <li key={price.id}>
                  <a className="underlined" href={deskPaths.product(price.productId)}>
                    {products.find((product) => product.id === price.productId)?.name ?? price.productId}
                  </a>
                  <span className="text-right text-small">
                    {scheduledPriceText(price)}
                    <span className="hint block">{shortDateTime(price.dueAt)}</span>
                    {price.failure && <span className="badge badge-bad">couldn’t be applied</span>}
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      )}
      <ul className="product-list">
        {(isLowOnly ? low : products).map((product) => (
          <li key={product.id} className="product-line">
            {product.imageSrc ? (
              <img src={product.imageSrc} alt="" width={56} height={70} loading="lazy" />
            ) : (
              <span className="no-picture" />
            )}
            <div className="min-w-0 grow">
              <p className="hint">{product.category}</p>
              <h2 className="text-[1.3rem]">
                <a href={deskPaths.product(product.id)}>{product.name}</a>
              </h2>
              <p className="text-small">{priceText(product.pricing)}</p>
            </div>
            <p className="flex flex-col items-end gap-1 text-right">
              {!product.isActive && <span className="badge">Not shown</span>}
              {product.stock.map(({ size, onHand }) => (
                <span key={size} className={onHand <= lowAt ? 'badge badge-low' : 'badge'}>
                  {size === 'single' ? '' : `${size}: `}
                  {onHand} left
                </span>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** An unreadable one is still shown and can be canceled. */
export function scheduledPriceText({ pricing }: ScheduledPrice): string {
  return pricing ? priceText(pricing) : 'Unreadable price'
}

/** '1oz $58.00 · 2oz $97.00', with line breaks between sizes only. */
export function priceText(pricing: Pricing): string {
  if (pricing.kind === 'single') return [formatCents(pricing.priceCents), pricing.info].filter(Boolean).join(' · ')
  if (offeredSizes(pricing).length === 0) return 'No price yet'
  return offeredSizes(pricing)
    .map((size) => `${size}\u00A0${formatCents(pricing.prices[size] ?? 0)}`)
    .join(' · ')
}
