import { Fragment, type ReactNode } from 'react'
import type { ShopFacts } from '#contract/shop-facts.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { sellerLines } from '#domain/business/shop-settings.ts'
import { formatCents } from '#domain/money/cents.ts'
import { paidLaterRows } from '#domain/money/line-refund.ts'
import { itemsToShip } from '#domain/orders/items-to-ship.ts'
import { counted, longDate } from '#domain/time/display.ts'
import type { OrderAtDesk, OrderLine, PrintableLabel } from '#server/orders/orders.views.ts'
import { PostageSheet } from './address-label.tsx'
import { PrintHead } from './print-head.tsx'

type Slip = {
  order: OrderAtDesk
  lines: readonly OrderLine[]
  shipTo: readonly string[]
  /** Its label follows it, so that both go on one package. */
  bought?: PrintableLabel | undefined
}

type PackingSlipProps = Slip & { shop: ShopFacts; withPrices: boolean }

/** Goes into the package. Prices are optional: many packages are gifts. */
export function PackingSlip(props: PackingSlipProps) {
  const { order, withPrices } = props
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
      <SlipSheet {...props} heading={<h1>Packing slip</h1>} />
    </>
  )
}

/** One sheet per order, in the order of the list. */
export function PackingSlips({ slips, shop }: { slips: readonly Slip[]; shop: ShopFacts }) {
  return (
    <>
      <PrintHead
        title={slips.some(({ bought }) => bought) ? 'Packing slips and labels' : counted(slips.length, 'packing slip')}
      />
      {slips.map((slip) => (
        <Fragment key={slip.order.id}>
          <SlipSheet {...slip} shop={shop} withPrices={false} heading={<h2>Packing slip</h2>} />
          {slip.bought && (
            <PostageSheet
              order={slip.order}
              bought={slip.bought}
              heading={<h2 className="sr-only">Shipping label {slip.order.number}</h2>}
            />
          )}
        </Fragment>
      ))}
    </>
  )
}

function SlipSheet({ order, lines, shipTo, shop, withPrices, heading }: PackingSlipProps & { heading: ReactNode }) {
  return (
    <article className="slip">
      <header className="slip-head">
        <p className="display slip-brand">Bloomera</p>
        <p>
          <strong>{order.number}</strong>
          <br />
          {longDate(order.createdAt)}
        </p>
      </header>
      {heading}
      <address>
        {shipTo.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <table>
        <caption className="sr-only">What’s in the package</caption>
        <thead>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">Item</th>
            {withPrices && (
              <th scope="col" className="number">
                Price
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {itemsToShip(lines).map(({ position, quantity, name, size, priceCents }) => (
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
  )
}

function SlipTotals({ order }: { order: OrderAtDesk }) {
  const rows: [string, number][] = [
    ...(order.discountCents > 0 ? [['Discount', -order.discountCents] as [string, number]] : []),
    ['Shipping', order.shippingCents],
    ['Sales tax', order.taxCents],
    ['Total', order.totalCents],
    ...paidLaterRows(order),
    ...(order.refundedCents > 0 ? [['Refunded', -order.refundedCents] as [string, number]] : []),
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
