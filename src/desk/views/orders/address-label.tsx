import type { ShopFacts } from '#contract/shop-facts.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import type { OrderAtDesk } from '#server/orders/orders.views.ts'

type AddressLabelProps = { order: OrderAtDesk; shipTo: readonly string[]; shop: ShopFacts }

/** Four by six inches, the size of label printers and the carriers' sheets. */
export function AddressLabel({ order, shipTo, shop }: AddressLabelProps) {
  return (
    <>
      <p className="print-bar">
        <a className="underlined" href={deskPaths.order(order.id)}>
          Back to the order
        </a>
        <button type="button" className="button" data-print>
          Print
        </button>
      </p>
      <article className="label">
        <h1 className="sr-only">Address label</h1>
        <p className="label-from">
          {shop.name}
          {shop.address && (
            <>
              <br />
              {shop.address}
            </>
          )}
        </p>
        <address>
          {/* Domestic mail needs no country. */}
          {shipTo.slice(0, -1).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <p className="label-number">{order.number}</p>
      </article>
    </>
  )
}
