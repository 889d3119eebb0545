import type { ReactNode } from 'react'
import type { ShopFacts } from '#contract/shop-facts.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { counted } from '#domain/time/display.ts'
import type { OrderAtDesk } from '#server/orders/orders.views.ts'
import { PrintHead } from './print-head.tsx'

type Label = { order: OrderAtDesk; shipTo: readonly string[] }

type AddressLabelProps = Label & { shop: ShopFacts }

export function AddressLabel(props: AddressLabelProps) {
  return (
    <>
      <p className="print-bar">
        <a className="underlined" href={deskPaths.order(props.order.id)}>
          Back to the order
        </a>
        <button type="button" className="button" data-print>
          Print
        </button>
      </p>
      <LabelSheet {...props} heading={<h1 className="sr-only">Address label</h1>} />
    </>
  )
}

/** One label per order, in the order of the list. */
export function AddressLabels({ labels, shop }: { labels: readonly Label[]; shop: ShopFacts }) {
  return (
    <>
      <PrintHead title={counted(labels.length, 'address label')} />
      {labels.map((label) => (
        <LabelSheet
          key={label.order.id}
          {...label}
          shop={shop}
          heading={<h2 className="sr-only">Address label {label.order.number}</h2>}
        />
      ))}
    </>
  )
}

/** Four by six inches, the size of label printers and the carriers' sheets. */
function LabelSheet({ order, shipTo, shop, heading }: AddressLabelProps & { heading: ReactNode }) {
  return (
    <article className="label">
      {heading}
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
  )
}
