import type { ReactNode } from 'react'
import type { ShopFacts } from '#contract/shop-facts.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { labelPaths } from '#desk/label-paths.ts'
import { counted } from '#domain/time/display.ts'
import type { OrderAtDesk, PrintableLabel } from '#server/orders/orders.views.ts'
import { PrintHead } from './print-head.tsx'

type Label = {
  order: OrderAtDesk
  shipTo: readonly string[]
  /** With postage, from the carrier; without it, the address alone is printed. */
  bought?: PrintableLabel | undefined
}

type AddressLabelProps = Label & { shop: ShopFacts }

export function AddressLabel(props: AddressLabelProps) {
  const title = props.bought ? 'Shipping label' : 'Address label'
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
      <LabelSheet {...props} heading={<h1 className="sr-only">{title}</h1>} />
    </>
  )
}

/** One label per order, in the order of the list. */
export function AddressLabels({ labels, shop }: { labels: readonly Label[]; shop: ShopFacts }) {
  const isAddress = labels.every(({ bought }) => bought === undefined)
  return (
    <>
      <PrintHead title={counted(labels.length, isAddress ? 'address label' : 'label')} />
      {labels.map((label) => (
        <LabelSheet
          key={label.order.id}
          {...label}
          shop={shop}
          heading={
            <h2 className="sr-only">
              {label.bought ? 'Shipping label' : 'Address label'} {label.order.number}
            </h2>
          }
        />
      ))}
    </>
  )
}

/** Four by six inches, the size of label printers and the carriers' sheets. */
function LabelSheet(props: AddressLabelProps & { heading: ReactNode }) {
  const { order, shipTo, bought, shop, heading } = props
  if (bought) return <PostageSheet order={order} bought={bought} heading={heading} />
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

type PostageSheetProps = { order: OrderAtDesk; bought: PrintableLabel; heading: ReactNode }

/** The carrier's own picture, in its own size. */
export function PostageSheet({ order, bought, heading }: PostageSheetProps) {
  return (
    <article className="label label-postage">
      {heading}
      <img
        src={labelPaths.labelImage(order.id, bought.id)}
        width={812}
        height={1218}
        alt={`Shipping label of order ${order.number}, tracking number ${bought.trackingNumber}`}
      />
    </article>
  )
}
