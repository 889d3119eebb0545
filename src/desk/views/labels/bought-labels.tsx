import { deskPaths } from '#desk/desk-paths.ts'
import { labelPaths } from '#desk/label-paths.ts'
import { BackLink, ScreenHead } from '#desk/ui/screen.tsx'
import { formatCents } from '#domain/money/cents.ts'
import { counted } from '#domain/time/display.ts'
import type { OrderAtDesk, OrderLabel } from '#server/orders/orders.views.ts'

type Bought = Pick<OrderLabel, 'state' | 'carrier' | 'costCents' | 'trackingNumber' | 'problem'>

export type BoughtLabelsProps = {
  orders: readonly { order: OrderAtDesk; label: Bought | undefined }[]
  list: string
}

/** What became of each purchase, and the paper for the packages. */
export function BoughtLabels({ orders, list }: BoughtLabelsProps) {
  const bought = orders.filter(({ label }) => label?.state === 'bought')
  const totalCents = bought.reduce((sum, { label }) => sum + (label?.costCents ?? 0), 0)
  const ids = bought.map(({ order }) => order.id)
  return (
    <>
      <BackLink href={deskPaths.orders({ list })}>Orders</BackLink>
      <div id="bought-labels" data-live="orders">
        <ScreenHead
          title={bought.length === 0 ? 'No label was bought' : `${counted(bought.length, 'label')} bought`}
          lead={bought.length > 0 && `${formatCents(totalCents)} in total. Tracking numbers are saved with the orders.`}
        />
        {ids.length > 0 && (
          <p className="label-prints">
            <a className="button" href={labelPaths.printLabels(ids, true)}>
              Print slips and labels
            </a>
            <a className="button button-quiet" href={labelPaths.printLabels(ids)}>
              Print labels only
            </a>
          </p>
        )}
        <div className="panel">
          <ul className="lines">
            {orders.map(({ order, label }) => (
              <li key={order.id}>
                <span className="min-w-0">
                  <a className="underlined font-medium" href={deskPaths.order(order.id)}>
                    {order.number}
                  </a>{' '}
                  {order.firstName} {order.lastName}
                  <Outcome label={label} />
                </span>
                {label?.state === 'bought' && <span className="tabular-nums">{formatCents(label.costCents ?? 0)}</span>}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  )
}

function Outcome({ label }: { label: Bought | undefined }) {
  if (label?.state === 'bought')
    return (
      <span className="hint block break-all">
        {label.carrier} {label.trackingNumber}
      </span>
    )
  if (label?.state === 'buying')
    return <span className="hint block">EasyPost hasn’t confirmed yet. We keep asking, and never buy twice.</span>
  if (label?.state === 'voided') return <span className="hint block">Voided.</span>
  return <span className="field-error block">{label?.problem ?? 'Nothing was bought.'}</span>
}
