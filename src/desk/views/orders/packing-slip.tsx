import type { ShopFacts } from '#contract/shop-facts.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { sellerLines } from '#domain/business/shop-settings.ts'
import { formatCents } from '#domain/money/cents.ts'
import { longDate } from '#domain/time/display.ts'
import type { OrderAtDesk, OrderLine } from '#server/orders/orders.views.ts'

type PackingSlipProps = {
  order: OrderAtDesk
  lines: readonly OrderLine[]
  shipTo: readonly string[]
  shop: ShopFacts
  withPrices: boolean
}

/** Goes into the package. Prices are optional: many packages are gifts. */
export function PackingSlip({ order, lines, shipTo, shop, withPrices }: PackingSlipProps) {
  return (
    <>
      <p className="print-bar">
        <a className="underlined" href={deskPaths.order(order.id)}>
          Back to the order
        </a>
        <a className="underlined" href={deskPaths.packingSlip(order.id, !withPrices)}>
          {withPrices ? 'Without prices' : 'With prices'}
        </a>
        <button type="button" className="button" data-print>
          Print
        </button>
      </p>
      <article className="slip">
        <header className="slip-head">
          <p className="display slip-brand">Bloomera</p>
          <p>
            <strong>{order.number}</strong>
            <br />
            {longDate(order.createdAt)}
          </p>
        </header>
        <h1>Packing slip</h1>
        <address>
          {shipTo.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <table>
          <caption className="sr-only">What’s in the package</caption>
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">Item</th>
              {withPrices && (
                <th scope="col" className="number">
                  Price
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ position, quantity, name, size, priceCents }) => (
              <tr key={position}>
                <td className="slip-count">{quantity}</td>
                <td>
                  {name} {size && <span className="text-soft">{size}</span>}
                </td>
                {withPrices && <td className="number">{formatCents(quantity * priceCents)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
        {withPrices && <SlipTotals order={order} />}
        <footer>
          <p>Keep the bottles cool and out of the sun, and try a new oil on a small patch of skin first.</p>
          <p>{[...sellerLines(shop), new URL(shop.websiteUrl).host].join(' · ')}</p>
        </footer>
      </article>
    </>
  )
}

function SlipTotals({ order }: { order: OrderAtDesk }) {
  const rows: [string, number][] = [
    ...(order.discountCents > 0 ? [['Discount', -order.discountCents] as [string, number]] : []),
    ['Delivery', order.shippingCents],
    ['Sales tax', order.taxCents],
    ['Total', order.totalCents],
  ]
  return (
    <dl className="slip-totals">
      {rows.map(([label, cents]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}
